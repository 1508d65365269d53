package io.straggler.jfr.chunk;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Where a chunk lies in its file, and what its header says.
 *
 * @param offsetBytes where it begins in the file
 * @param sizeBytes how many bytes of it are there, header included
 * @param poolOffsetBytes of its last checkpoint, from the chunk's begin
 * @param metadataOffsetBytes of its metadata, from the chunk's begin
 * @param startEpochNs wall clock at its begin
 * @param durationNs from its begin to its end; zero while it is being written
 * @param startTicks JFR's clock at its begin
 * @param ticksPerSecond of JFR's clock
 */
public record ChunkExtent(
        long offsetBytes,
        long sizeBytes,
        long poolOffsetBytes,
        long metadataOffsetBytes,
        long startEpochNs,
        long durationNs,
        long startTicks,
        long ticksPerSecond) {
    public static final int HEADER_BYTES = 68;

    /** {@code FLR\0}. */
    static final int MAGIC = 0x464c5200;

    private static final int MAJOR_VERSION = 2;

    /** Reads a header; {@code buffer} holds at least {@link #HEADER_BYTES} from its position. The size is as stated. */
    static ChunkExtent parse(ByteBuffer buffer, long offsetBytes) {
        int at = buffer.position();
        return new ChunkExtent(
                offsetBytes,
                buffer.getLong(at + 8),
                buffer.getLong(at + 16),
                buffer.getLong(at + 24),
                buffer.getLong(at + 32),
                buffer.getLong(at + 40),
                buffer.getLong(at + 48),
                buffer.getLong(at + 56));
    }

    /** Whether a header that this version can read seems to begin at the buffer's position. */
    public static boolean beginsAt(ByteBuffer buffer) {
        int at = buffer.position();
        return buffer.remaining() >= HEADER_BYTES
                && buffer.getInt(at) == MAGIC
                && buffer.getShort(at + 4) == MAJOR_VERSION
                && buffer.getLong(at + 56) > 0;
    }

    /**
     * Writer of a chunk in a format before the one that is read here, which seems to begin at the buffer's position. Those formats have other headers, other
     * descriptions of events and another encoding.
     */
    static Optional<String> olderFormat(ByteBuffer buffer) {
        int at = buffer.position();
        if (buffer.remaining() < Long.BYTES || buffer.getInt(at) != MAGIC) {
            return Optional.empty();
        }
        return switch (buffer.getShort(at + 4)) {
            case 0 -> Optional.of("JDK 7 or 8 of Oracle, in format 0." + buffer.getShort(at + 6));
            case 1 -> Optional.of("JDK 9 or 10, in format 1." + buffer.getShort(at + 6));
            default -> Optional.empty();
        };
    }

    /**
     * Whether this is a copy of the chunk's own header. With each flush the JVM puts one among the constants of the chunk: it says that
     * the chunk ends where the copy does, and that it began when it did.
     */
    boolean copyOf(ChunkExtent chunk) {
        return endsAChunkFrom(chunk.offsetBytes)
                && startTicks == chunk.startTicks
                && startEpochNs == chunk.startEpochNs;
    }

    /** Whether this says of a chunk that it ends where this header does. The header of the next chunk may do so by chance. */
    boolean endsAChunkFrom(long chunkOffsetBytes) {
        return chunkOffsetBytes + sizeBytes == offsetBytes + HEADER_BYTES;
    }

    /** Returns this extent with the size that is really there. */
    ChunkExtent withSize(long bytes) {
        return new ChunkExtent(
                offsetBytes,
                bytes,
                poolOffsetBytes,
                metadataOffsetBytes,
                startEpochNs,
                durationNs,
                startTicks,
                ticksPerSecond);
    }

    /** A part of the chunk's events, from one event's begin to another's. */
    ChunkExtent piece(long from, long to) {
        return new ChunkExtent(
                offsetBytes + from, to - from, 0, 0, startEpochNs, durationNs, startTicks, ticksPerSecond);
    }

    /** Types and constants of the chunk as a file: a header's length, then types, then constants. */
    ChunkExtent ofConstants(long bytes) {
        return new ChunkExtent(0, bytes, 0, HEADER_BYTES, startEpochNs, durationNs, startTicks, ticksPerSecond);
    }

    /** Whether types and constants, without which no event can be read, lie within {@code bytes}. */
    boolean decodableWithin(long bytes) {
        return metadataOffsetBytes >= HEADER_BYTES
                && metadataOffsetBytes < bytes
                && poolOffsetBytes >= HEADER_BYTES
                && poolOffsetBytes < bytes;
    }
}
