package io.straggler.jfr.chunk;

import io.straggler.model.Notice;
import io.straggler.model.text.FileErrors;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The chunks of a file, to be read as often as needed. Damaged ones are read as far as they go, and what was lost is reported.
 *
 * <p>Threads: one; chunks are read ahead on others.
 */
public final class RecordedChunks implements AutoCloseable {
    /** More would have to wait for what puts together what they read. */
    private static final int MOST_THREADS = 4;

    private final Path file;
    private final FileChannel channel;
    private final Problems problems = new Problems();
    private final List<ChunkExtent> extents;
    private final int copies;
    private final ChunksAhead chunks;

    private RecordedChunks(Path file, FileChannel channel, int threads, long mostBytesAhead) throws IOException {
        this.file = file;
        this.channel = channel;
        List<ChunkExtent> all = new ChunkScan(channel, file, problems::add).chunks();
        this.extents = ChunkCopies.without(channel, all);
        this.copies = all.size() - extents.size();
        this.chunks = new ChunksAhead(channel, extents, threads, mostBytesAhead);
    }

    /** Takes chunks, in order of the file. */
    public interface Taker {
        void take(int number, Reading reading);
    }

    /** A chunk that can be read. */
    public interface Reading {
        /** Hands it over, unless it cannot be read at all; an end by {@link CorruptChunkException} is reported. */
        void with(Consumer<Chunk> action);
    }

    /**
     * Opens a recording.
     *
     * @throws RecordingException when the file cannot be opened or is no JFR recording at all
     */
    public static RecordedChunks open(Path file) {
        Runtime jvm = Runtime.getRuntime();
        return open(file, Math.min(MOST_THREADS, jvm.availableProcessors()), jvm.maxMemory() / 8);
    }

    /** The same to be read on so many threads, with so much memory for chunks that are read ahead; neither changes what is read. */
    public static RecordedChunks open(Path file, int threads, long mostBytesAhead) {
        if (!Files.isRegularFile(file)) {
            throw new RecordingException("recording must be an existing file: file=" + file);
        }
        FileChannel channel = null;
        try {
            channel = FileChannel.open(file);
            RecordedChunks opened = new RecordedChunks(file, channel, threads, mostBytesAhead);
            channel = null;
            return opened;
        } catch (IOException e) {
            throw unreadable(file, e);
        } finally {
            close(channel);
        }
    }

    private static void close(@Nullable FileChannel channel) {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                throw new RecordingException("recording must be closable: error=" + e.getMessage(), e);
            }
        }
    }

    static RecordingException unreadable(Path file, IOException e) {
        return new RecordingException(
                "recording must be readable: file=" + file + ", error=" + FileErrors.reason(e), e);
    }

    /** Those that can be read, each once, in order of the file. */
    public List<ChunkExtent> extents() {
        return extents;
    }

    /** A notice of the chunks that are copies of others, and are not read; empty for none. */
    public Optional<Notice> copies() {
        return copies == 0
                ? Optional.empty()
                : Optional.of(Notice.of(Notice.Code.COPIED_CHUNKS, copies, copies + extents.size()));
    }

    /** Damages that were met so far; more may be added. */
    public Problems problems() {
        return problems;
    }

    /**
     * Reads all chunks once.
     *
     * @param filters of each chunk, by its number; asked some chunks ahead
     */
    public void readAll(IntFunction<ChunksAhead.Filters> filters, Taker taker) {
        try {
            chunks.readAll(filters, (number, opening) -> taker.take(number, action -> read(number, opening, action)));
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private void read(int number, ChunksAhead.Opening opening, Consumer<Chunk> action) {
        Chunk chunk = null;
        String place = file + ", offset " + extents.get(number).offsetBytes() + ": ";
        try {
            chunk = opening.chunk();
            action.accept(chunk);
        } catch (CorruptChunkException e) {
            problems.add(place + "chunk is damaged and was read up to there: " + e.getMessage() + ".");
        } catch (IOException e) {
            throw unreadable(file, e);
        }
        if (chunk != null && chunk.undecodable() > 0) {
            problems.add(place + "chunk has events that cannot be read: " + chunk.undecodable() + " lost.");
        }
        if (chunk != null && chunk.brokenPools()) {
            problems.add(place + "chunk has damaged constants: names of methods and threads were lost.");
        }
    }

    /** Ends the threads and closes the file. */
    @Override
    public void close() {
        chunks.close();
        close(channel);
    }
}
