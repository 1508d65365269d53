package io.straggler.jfr.chunk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * A file of chunks that another JVM writes or has written, held by a link of our own: it stays when that JVM, which keeps only its
 * last few, deletes it.
 */
public final class ChunkFile {
    private static final int SIZE_AT = 8;
    private static final int DURATION_AT = 40;
    private static final int STATE_AT = 64;

    private final Path path;
    private final boolean ownLink;
    private List<ChunkExtent> chunks = List.of();
    private long lastDurationNs;
    private long bytes;

    private ChunkFile(Path path, boolean ownLink) {
        this.path = path;
        this.ownLink = ownLink;
    }

    /** Holds on to a file. Where links are not possible, it has to be read before the JVM deletes it. */
    public static ChunkFile hold(Path file, Path folder) {
        try {
            return new ChunkFile(Files.createLink(folder.resolve(file.getFileName()), file), true);
        } catch (IOException | UnsupportedOperationException e) {
            return new ChunkFile(file, false);
        }
    }

    /** A link that {@link #hold} made in a process that has ended. */
    public static ChunkFile link(Path link) {
        return new ChunkFile(link, true);
    }

    /** A file that stays by itself. */
    public static ChunkFile of(Path file) {
        return new ChunkFile(file, false);
    }

    public Path path() {
        return path;
    }

    public String name() {
        return path.getFileName().toString();
    }

    /** Its size when it was scanned. */
    public long bytes() {
        return bytes;
    }

    /** Whether the JVM has finished it: the header says so, and states the size that is there. */
    public boolean isComplete() throws IOException {
        try (FileChannel channel = FileChannel.open(path)) {
            ByteBuffer header = header(channel, 0);
            return !header.hasRemaining() && header.get(STATE_AT) == 0 && header.getLong(SIZE_AT) == channel.size();
        }
    }

    /** Finds its chunks; what is wrong with it is reported to {@code problems}. */
    public void scan(Consumer<String> problems) throws IOException {
        try (FileChannel channel = FileChannel.open(path)) {
            bytes = channel.size();
            if (bytes == 0) {
                return;
            }
            chunks = new ChunkScan(channel, name(), problems)
                    .chunks().stream()
                            .filter(chunk -> chunk.sizeBytes() <= LongChunk.MAX_BYTES)
                            .toList();
            if (!chunks.isEmpty()) {
                ByteBuffer header =
                        header(channel, chunks.get(chunks.size() - 1).offsetBytes());
                lastDurationNs = header.hasRemaining() ? 0 : header.getLong(DURATION_AT);
            }
        }
    }

    private static ByteBuffer header(FileChannel channel, long offset) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(ChunkExtent.HEADER_BYTES);
        channel.read(header, offset);
        return header;
    }

    /** Returns the chunks that can be decoded, in order. */
    public List<ChunkExtent> chunks() {
        return chunks;
    }

    public long startEpochNs() {
        return chunks.get(0).startEpochNs();
    }

    public long endEpochNs() {
        return chunks.get(chunks.size() - 1).startEpochNs() + lastDurationNs;
    }

    public long endTicks() {
        ChunkExtent last = chunks.get(chunks.size() - 1);
        return last.startTicks() + Math.round(lastDurationNs * (last.ticksPerSecond() / 1e9));
    }

    /** Lets go of it. */
    public void release() throws IOException {
        if (ownLink) {
            Files.deleteIfExists(path);
        }
    }
}
