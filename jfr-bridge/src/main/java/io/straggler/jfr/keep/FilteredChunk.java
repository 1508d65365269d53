package io.straggler.jfr.keep;

import io.straggler.jfr.chunk.ChunkExtent;
import io.straggler.jfr.chunk.CorruptChunkException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Writes a chunk again with only some of its events: these byte for byte, the constants that they refer to as one checkpoint, the
 * types that are left, and a header that says where both are now.
 */
final class FilteredChunk {
    private static final int SIZE_AT = 8;
    private static final int POOL_AT = 16;
    private static final int METADATA_AT = 24;
    private static final int STATE_AT = 64;
    private static final byte COMPLETE = 0;
    private static final int BUFFER_BYTES = 1 << 16;

    private final RawChunk chunk;
    private final FileChannel out;
    private final long begin;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    private long written;

    private FilteredChunk(RawChunk chunk, FileChannel out) throws IOException {
        this.chunk = chunk;
        this.out = out;
        this.begin = out.position();
    }

    /**
     * Appends the chunk at the channel's position. When that fails, the channel is cut back to what it was.
     *
     * @return how many bytes it has now
     * @throws CorruptChunkException if the chunk is damaged; nothing is written then either
     */
    static long append(RawChunk chunk, Predicate<RawEvent> wanted, FileChannel out) throws IOException {
        FilteredChunk filtered = new FilteredChunk(chunk, out);
        try {
            return filtered.write(wanted);
        } catch (IOException | CorruptChunkException e) {
            out.truncate(filtered.begin).position(filtered.begin);
            throw e;
        }
    }

    /** Appends a chunk as it is. */
    static void appendWhole(FileChannel from, ChunkExtent extent, FileChannel out) throws IOException {
        long done = 0;
        while (done < extent.sizeBytes()) {
            long bytes = from.transferTo(extent.offsetBytes() + done, extent.sizeBytes() - done, out);
            if (bytes <= 0) {
                throw new IOException("file became shorter while it was copied");
            }
            done += bytes;
        }
    }

    private long write(Predicate<RawEvent> wanted) throws IOException {
        ReferredConstants constants = new ReferredConstants(chunk);
        add(chunk.range(0, ChunkExtent.HEADER_BYTES));
        Copy copy = new Copy();
        Set<Long> used = new HashSet<>();
        chunk.events(event -> {
            if (wanted.test(event)) {
                constants.add(event);
                used.add(event.type().id);
                copy.add(event);
            }
        });
        copy.finish();
        long poolOffset = written;
        add(ByteBuffer.wrap(constants.checkpoint()));
        long metadataOffset = written;
        add(ByteBuffer.wrap(PrunedMetadata.of(chunk, used)));
        flush();
        ByteBuffer header = ByteBuffer.allocate(ChunkExtent.HEADER_BYTES).put(chunk.range(0, ChunkExtent.HEADER_BYTES));
        header.putLong(SIZE_AT, written).putLong(POOL_AT, poolOffset).putLong(METADATA_AT, metadataOffset);
        header.put(STATE_AT, COMPLETE);
        writeFully(header.flip(), begin);
        return written;
    }

    private void add(ByteBuffer bytes) throws IOException {
        written += bytes.remaining();
        while (bytes.hasRemaining()) {
            if (!buffer.hasRemaining()) {
                flush();
            }
            int count = Math.min(bytes.remaining(), buffer.remaining());
            buffer.put(bytes.slice(bytes.position(), count));
            bytes.position(bytes.position() + count);
        }
    }

    private void flush() throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) {
            out.write(buffer);
        }
        buffer.clear();
    }

    private void writeFully(ByteBuffer bytes, long position) throws IOException {
        while (bytes.hasRemaining()) {
            out.write(bytes, position + bytes.position());
        }
    }

    /** Events that follow each other are copied as one range. */
    private final class Copy {
        private int from;
        private int to;
        private @Nullable IOException failure;

        private void add(RawEvent event) {
            if (event.fromPosition() != to) {
                copy();
                from = event.fromPosition();
            }
            to = event.toPosition();
        }

        private void copy() {
            if (to > from && failure == null) {
                try {
                    FilteredChunk.this.add(chunk.range(from, to));
                } catch (IOException e) {
                    failure = e;
                }
            }
        }

        private void finish() throws IOException {
            copy();
            if (failure != null) {
                throw failure;
            }
        }
    }
}
