package io.straggler.jfr.chunk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds chunks that a recording holds more than once, as dumps of one recording do that were joined, or that are named together: each dump has all chunks of the recording so far. A copy
 * that was made while the JVM wrote the chunk is shorter.
 */
final class ChunkCopies {
    /** Number of different chunks with one beginning that another one is compared with. Parts of a chunk have its beginning too. */
    private static final int MAX_COMPARED = 8;

    private static final int BLOCK_BYTES = 64 << 10;

    private final ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES);
    private final ByteBuffer otherBlock = ByteBuffer.allocate(BLOCK_BYTES);

    /** Part of a chunk's header that no two chunks of one machine share. */
    private record Beginning(long epochNs, long ticks, long ticksPerSecond) {}

    private ChunkCopies() {}

    /** The longest of each chunk's copies, in the order of all. */
    static List<ChunkPlace> without(List<ChunkPlace> chunks) {
        return new ChunkCopies().longest(chunks);
    }

    private List<ChunkPlace> longest(List<ChunkPlace> chunks) {
        Set<ChunkPlace> kept = new HashSet<>();
        Map<Beginning, List<ChunkPlace>> byBeginning = new HashMap<>();
        for (ChunkPlace chunk : chunks) {
            ChunkExtent extent = chunk.extent();
            List<ChunkPlace> alike = byBeginning.computeIfAbsent(
                    new Beginning(extent.startEpochNs(), extent.startTicks(), extent.ticksPerSecond()),
                    key -> new ArrayList<>(1));
            int copied = indexOfCopy(alike, chunk);
            if (copied < 0) {
                alike.add(chunk);
                kept.add(chunk);
            } else if (alike.get(copied).extent().sizeBytes() < extent.sizeBytes()) {
                kept.remove(alike.set(copied, chunk));
                kept.add(chunk);
            }
        }
        return chunks.stream().filter(kept::contains).toList();
    }

    private int indexOfCopy(List<ChunkPlace> alike, ChunkPlace chunk) {
        for (int i = 0; i < Math.min(alike.size(), MAX_COMPARED); i++) {
            if (beginsLike(alike.get(i), chunk)) {
                return i;
            }
        }
        return -1;
    }

    /** Whether the shorter one is the beginning of the longer one, but for the header, which changes while a chunk is written. */
    private boolean beginsLike(ChunkPlace one, ChunkPlace other) {
        long bytes = Math.min(one.extent().sizeBytes(), other.extent().sizeBytes());
        for (long at = ChunkExtent.HEADER_BYTES; at < bytes; at += BLOCK_BYTES) {
            int length = (int) Math.min(BLOCK_BYTES, bytes - at);
            if (!read(block, one, at, length).equals(read(otherBlock, other, at, length))) {
                return false;
            }
        }
        return true;
    }

    private static ByteBuffer read(ByteBuffer buffer, ChunkPlace chunk, long at, int length) {
        buffer.clear().limit(length);
        long from = chunk.extent().offsetBytes() + at;
        try {
            while (buffer.hasRemaining() && chunk.channel().read(buffer, from + buffer.position()) >= 0) {
                // A file that shrinks meanwhile ends the loop.
            }
        } catch (IOException e) {
            throw RecordedChunks.unreadable(chunk.file(), e);
        }
        return buffer.flip();
    }
}
