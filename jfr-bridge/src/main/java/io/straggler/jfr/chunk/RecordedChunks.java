package io.straggler.jfr.chunk;

import io.straggler.model.Notice;
import io.straggler.model.file.UnnamedFile;
import io.straggler.model.text.FileErrors;
import io.straggler.model.text.Messages;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The chunks of a recording, to be read as often as needed. Damaged ones are read as far as they go, and what was lost is reported. Those of several files are
 * in order of time, those of one in order of the file.
 *
 * <p>Threads: one; chunks are read ahead on others.
 */
public final class RecordedChunks implements AutoCloseable {
    /** More would have to wait for what puts together what they read. */
    private static final int MAX_THREADS = 4;

    /** Memory in bytes for what is read ahead. More does not make reading quicker. */
    private static final long MOST_BYTES = 96 << 20;

    /** Length in bytes of the shortest pieces: each finds the places of all constants of its chunk anew. */
    private static final long MIN_PIECE_BYTES = 16 << 20;

    private final RecordingFiles files;
    private final boolean closesFiles;
    private final Problems problems = new Problems();
    private final Deque<FileChannel> constants = new ArrayDeque<>();
    private final List<ChunkPlace> places;
    private final List<ChunkExtent> extents;
    private final int copies;
    private final int differentChunks;
    private final ChunksAhead chunks;

    private RecordedChunks(RecordingFiles files, boolean closesFiles, Options options) {
        this.files = files;
        this.closesFiles = closesFiles;
        files.problems().forEach(problems::add);
        List<ChunkPlace> all = places(files);
        List<ChunkPlace> different = ChunkCopies.without(all);
        this.copies = all.size() - different.size();
        this.differentChunks = different.size();
        this.places = pieces(different, options);
        this.extents = places.stream().map(ChunkPlace::extent).toList();
        this.chunks = new ChunksAhead(places, options.threads, options.mostBytesAhead);
    }

    /**
     * Ways to read chunks, none of which changes what is read.
     *
     * @param threads number of threads that read ahead
     * @param mostBytesAhead memory in bytes for what is read ahead
     * @param longestBytes length from which on a chunk is read in pieces
     * @param pieceBytes length of a piece
     */
    record Options(int threads, long mostBytesAhead, long longestBytes, long pieceBytes) {
        private static Options usual() {
            Runtime jvm = Runtime.getRuntime();
            return usual(jvm.availableProcessors(), jvm.maxMemory());
        }

        /** Chunks that do not fit into a buffer are read in pieces that do: mapped, all of a chunk would be in memory at once. */
        static Options usual(int processors, long heapBytes) {
            int threads = Math.min(MAX_THREADS, processors);
            long mostBytes = Math.min(MOST_BYTES, heapBytes / 8);
            long pieceBytes = Math.max(MIN_PIECE_BYTES, mostBytes / (threads + 1));
            return new Options(threads, mostBytes, pieceBytes, pieceBytes);
        }

        static Options of(int threads, long mostBytesAhead) {
            return new Options(threads, mostBytesAhead, LongChunk.MAX_BYTES, LongChunk.PIECE_BYTES);
        }
    }

    /** Takes chunks, in their order. */
    public interface Taker {
        void take(int number, Reading reading);
    }

    /** A chunk that can be read. */
    public interface Reading {
        /** Hands it over, unless it cannot be read at all; an end by {@link CorruptChunkException} is reported. */
        void with(Consumer<Chunk> action);
    }

    /**
     * Opens a recording that is a file.
     *
     * @throws RecordingException when the file cannot be opened or is no JFR recording at all
     */
    public static RecordedChunks open(Path file) {
        return open(RecordingFiles.open(file), true, Options.usual());
    }

    /**
     * Opens a recording, whose files stay open when this is closed.
     *
     * @throws RecordingException when none of the files is a JFR recording, or one cannot be read
     */
    public static RecordedChunks open(RecordingFiles files) {
        return open(files, false, Options.usual());
    }

    /**
     * Opens a file to be read on a number of threads, with memory for chunks that are read ahead; neither changes what
     * is read.
     */
    public static RecordedChunks open(Path file, int threads, long mostBytesAhead) {
        return open(file, Options.of(threads, mostBytesAhead));
    }

    static RecordedChunks open(Path file, Options options) {
        return open(RecordingFiles.open(file), true, options);
    }

    private static RecordedChunks open(RecordingFiles files, boolean closesFiles, Options options) {
        RecordingFiles left = closesFiles ? files : null;
        try {
            RecordedChunks opened = new RecordedChunks(files, closesFiles, options);
            left = null;
            return opened;
        } finally {
            close(left);
        }
    }

    private static void close(@Nullable RecordingFiles files) {
        if (files != null) {
            files.close();
        }
    }

    static RecordingException unreadable(String file, IOException e) {
        return new RecordingException(
                "recording must be readable: file=" + file + ", error=" + FileErrors.reason(e), e);
    }

    /** One of several files that is no recording is told, and costs no other. */
    private List<ChunkPlace> places(RecordingFiles files) {
        List<ChunkPlace> found = new ArrayList<>();
        RecordingException refusal = null;
        int refused = 0;
        for (RecordingFiles.Part file : files.parts()) {
            try {
                new ChunkScan(file.content(), file.name(), problems::add)
                        .chunks()
                        .forEach(extent -> found.add(new ChunkPlace(file.name(), file.content(), extent, null)));
            } catch (RecordingException e) {
                refusal = refusal == null ? e : refusal;
                refused++;
                problems.add(Messages.of(e));
            } catch (IOException e) {
                throw unreadable(file.name(), e);
            }
        }
        if (refusal != null && refused == files.parts().size()) {
            throw refusal;
        }
        if (files.parts().size() > 1) {
            found.sort(Comparator.comparingLong(chunk -> chunk.extent().startEpochNs()));
        }
        return found;
    }

    private List<ChunkPlace> pieces(List<ChunkPlace> chunks, Options options) {
        List<ChunkPlace> all = new ArrayList<>();
        for (ChunkPlace chunk : chunks) {
            if (chunk.extent().sizeBytes() <= options.longestBytes) {
                all.add(chunk);
                continue;
            }
            List<String> told = new ArrayList<>();
            try {
                UnnamedFile own = UnnamedFile.create();
                constants.add(own.content());
                all.addAll(new LongChunk(chunk, told::add).pieces(own, options.pieceBytes));
            } catch (IOException e) {
                if (canBeWhole(chunk)) {
                    all.add(chunk);
                    continue;
                }
                closeConstants();
                throw unreadable(chunk.file(), e);
            }
            if (told.isEmpty() || !canBeWhole(chunk)) {
                told.forEach(problems::add);
            } else {
                all.add(chunk);
            }
        }
        return all;
    }

    /** Whether a chunk can be read as one piece, if it has to be: then less is lost of what is damaged, and it takes more memory. */
    private static boolean canBeWhole(ChunkPlace chunk) {
        return chunk.extent().sizeBytes() <= LongChunk.MAX_BYTES;
    }

    /** Name of the recording, for messages. */
    public String name() {
        return files.name();
    }

    /** Returns the readable chunks, each once, in their order; long ones in pieces. */
    public List<ChunkExtent> extents() {
        return extents;
    }

    /** A notice of the chunks that are copies of others, and are not read; empty for none. */
    public Optional<Notice> copies() {
        return copies == 0
                ? Optional.empty()
                : Optional.of(Notice.of(Notice.Code.COPIED_CHUNKS, copies, copies + differentChunks));
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
            throw unreadable(name(), e);
        }
    }

    private void read(int number, ChunksAhead.Opening opening, Consumer<Chunk> action) {
        Chunk chunk = null;
        ChunkPlace place = places.get(number);
        String where = place.file() + ", offset " + place.extent().offsetBytes() + ": ";
        try {
            chunk = opening.chunk();
            action.accept(chunk);
        } catch (CorruptChunkException e) {
            problems.add(where + "chunk is damaged and was read up to there: " + e.getMessage() + ".");
        } catch (IOException e) {
            throw unreadable(place.file(), e);
        }
        if (chunk != null && chunk.undecodable() > 0) {
            problems.add(where + "chunk has events that cannot be read: " + chunk.undecodable() + " lost.");
        }
        if (chunk != null && chunk.brokenPools()) {
            problems.add(where + "chunk has damaged constants: names of methods and threads were lost.");
        }
    }

    /** Ends the threads and closes the file. */
    @Override
    public void close() {
        chunks.close();
        closeConstants();
        close(closesFiles ? files : null);
    }

    private void closeConstants() {
        try {
            while (!constants.isEmpty()) {
                constants.pop().close();
            }
        } catch (IOException e) {
            throw new RecordingException("recording must be closable: error=" + FileErrors.reason(e), e);
        }
    }
}
