package io.straggler.jfr.chunk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds chunks that a file holds more than once, as files do that were joined from dumps of one recording: each dump has all chunks of the recording so far. A copy
 * that was made while the JVM wrote the chunk is shorter.
 */
final class ChunkCopies {
    /** Number of different chunks with one beginning that another one is compared with. Parts of a chunk have its beginning too. */
    private static final int MOST_COMPARED = 8;

    private static final int BLOCK_BYTES = 64 << 10;

    private final FileChannel channel;
    private final ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES);
    private final ByteBuffer otherBlock = ByteBuffer.allocate(BLOCK_BYTES);

    /** What no two chunks of one machine share. */
    private record Beginning(long epochNs, long ticks, long ticksPerSecond) {}

    private ChunkCopies(FileChannel channel) {
        this.channel = channel;
    }

    /** The longest of each chunk's copies, in order of the file. */
    static List<ChunkExtent> without(FileChannel channel, List<ChunkExtent> extents) throws IOException {
        return new ChunkCopies(channel).longest(extents);
    }

    private List<ChunkExtent> longest(List<ChunkExtent> extents) throws IOException {
        Set<ChunkExtent> kept = new LinkedHashSet<>();
        Map<Beginning, List<ChunkExtent>> byBeginning = new HashMap<>();
        for (ChunkExtent extent : extents) {
            List<ChunkExtent> alike = byBeginning.computeIfAbsent(
                    new Beginning(extent.startEpochNs(), extent.startTicks(), extent.ticksPerSecond()),
                    key -> new ArrayList<>(1));
            int copied = indexOfCopy(alike, extent);
            if (copied < 0) {
                alike.add(extent);
                kept.add(extent);
            } else if (alike.get(copied).sizeBytes() < extent.sizeBytes()) {
                kept.remove(alike.set(copied, extent));
                kept.add(extent);
            }
        }
        return kept.stream()
                .sorted(Comparator.comparingLong(ChunkExtent::offsetBytes))
                .toList();
    }

    private int indexOfCopy(List<ChunkExtent> alike, ChunkExtent extent) throws IOException {
        for (int i = 0; i < Math.min(alike.size(), MOST_COMPARED); i++) {
            if (beginsLike(alike.get(i), extent)) {
                return i;
            }
        }
        return -1;
    }

    /** Whether the shorter one is the beginning of the longer one, but for the header, which changes while a chunk is written. */
    private boolean beginsLike(ChunkExtent one, ChunkExtent other) throws IOException {
        long bytes = Math.min(one.sizeBytes(), other.sizeBytes());
        for (long at = ChunkExtent.HEADER_BYTES; at < bytes; at += BLOCK_BYTES) {
            int length = (int) Math.min(BLOCK_BYTES, bytes - at);
            if (!read(block, one, at, length).equals(read(otherBlock, other, at, length))) {
                return false;
            }
        }
        return true;
    }

    private ByteBuffer read(ByteBuffer buffer, ChunkExtent extent, long at, int length) throws IOException {
        buffer.clear().limit(length);
        while (buffer.hasRemaining() && channel.read(buffer, extent.offsetBytes() + at + buffer.position()) >= 0) {
            // A file that shrinks meanwhile ends the loop.
        }
        return buffer.flip();
    }
}
