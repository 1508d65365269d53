package io.straggler.harness.series;

import io.straggler.model.LatencyCounts;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reads histograms in HdrHistogram's encoding, compressed or not, for the buckets that hold something. HdrHistogram itself makes all buckets first: a few bytes can ask
 * for 50 MB of these, and a log of a day for a quarter of a megabyte each second.
 *
 * <p>Buckets finer than the {@value SeriesRecorder#DIGITS} digits of a run's own histograms are made as wide as those are.
 *
 * <p>One reads any number of histograms, one after the other, and holds native memory until it is closed. For one thread.
 */
final class EncodedCounts implements AutoCloseable {
    private static final int V0 = 0x1c849308;
    private static final int V0_COMPRESSED = 0x1c849309;
    private static final int V1 = 0x1c849301;
    private static final int V1_COMPRESSED = 0x1c849302;
    private static final int V2 = 0x1c849303;
    private static final int V2_COMPRESSED = 0x1c849304;

    /** Histograms of numbers that are not whole. */
    private static final int DOUBLES = 0x0c72124e;

    private static final int DOUBLES_COMPRESSED = 0x0c72124f;

    /** Bits of a cookie that say how long a count is, in versions 0 and 1. */
    private static final int WORD_SIZE_BITS = 0xf0;

    private static final int MAX_DIGITS = 5;

    /** Values in one bucket; sums of millions of buckets are then within a long. */
    private static final long MAX_COUNT = 1L << 40;

    private final EncodedBytes in = new EncodedBytes();
    private long[] values = new long[64];
    private long[] counts = new long[64];

    /** Length of what was read of the counts. */
    private long readBytes;

    /**
     * Begin of a histogram.
     *
     * @param endBytes length of its counts
     * @param wordBytes length of each; zero where that varies
     */
    private record Header(Buckets buckets, long endBytes, int wordBytes) {}

    /**
     * Counts of a histogram, by the largest value of each bucket; empty if it is a histogram of numbers that are not whole.
     *
     * @throws IOException if it is damaged
     */
    Optional<LatencyCounts> read(byte[] encoded) throws IOException {
        ByteBuffer outside = ByteBuffer.wrap(encoded);
        require(encoded.length >= 2 * Integer.BYTES, "histogram must have a header");
        int cookie = outside.getInt();
        if (cookie == DOUBLES || cookie == DOUBLES_COMPRESSED) {
            return Optional.empty();
        }
        int version = cookie & ~WORD_SIZE_BITS;
        if (version == V0 || version == V1 || version == V2) {
            in.plain(encoded);
        } else {
            require(
                    version == V0_COMPRESSED || version == V1_COMPRESSED || version == V2_COMPRESSED,
                    "histogram must be of a known version");
            int length = outside.getInt();
            require(length >= 0 && length <= outside.remaining(), "histogram must be whole");
            in.compressed(encoded, outside.position(), length);
        }
        return Optional.of(counts(header()));
    }

    private static void require(boolean met, String rule) throws IOException {
        if (!met) {
            throw new IOException(rule);
        }
    }

    private Header header() throws IOException {
        int cookie = in.readInt();
        int version = cookie & ~WORD_SIZE_BITS;
        long endBytes = Long.MAX_VALUE;
        if (version != V0) {
            require(version == V1 || version == V2, "histogram must be of a known version");
            endBytes = in.readInt();
            require(in.readInt() == 0, "histogram must not be shifted");
        }
        int digits = in.readInt();
        long lowest = in.read(Long.BYTES);
        long highest = in.read(Long.BYTES);
        in.read(Long.BYTES); // The sum of all counts in version 0; else a factor that only histograms of other
        // numbers have.
        int wordBytes = version == V2 ? 0 : (cookie & WORD_SIZE_BITS & ~0x10) >> 4;
        require(
                version == V2 || wordBytes == 2 || wordBytes == 4 || wordBytes == 8,
                "counts must be of a known length");
        return new Header(new Buckets(digits, lowest, highest), endBytes, wordBytes);
    }

    private LatencyCounts counts(Header header) throws IOException {
        int size = 0;
        long index = 0;
        readBytes = 0;
        while (readBytes < header.endBytes) {
            long count;
            try {
                count = next(header.wordBytes);
            } catch (EOFException e) {
                require(header.endBytes == Long.MAX_VALUE, "histogram must be whole");
                break;
            }
            require(count >= -Integer.MAX_VALUE && count <= MAX_COUNT, "counts must be possible");
            if (count <= 0) {
                index += Math.max(1, -count);
                continue;
            }
            require(index < header.buckets.length, "counts must be within the histogram");
            long value = header.buckets.coarseEnd((int) index++);
            if (size > 0 && values[size - 1] == value) {
                counts[size - 1] += count;
                continue;
            }
            if (size == values.length) {
                values = Arrays.copyOf(values, 2 * size);
                counts = Arrays.copyOf(counts, 2 * size);
            }
            values[size] = value;
            counts[size++] = count;
        }
        return LatencyCounts.ofFirst(size, values, counts);
    }

    /** The next count; below zero a number of buckets in a row without one. */
    private long next(int wordBytes) throws IOException {
        if (wordBytes == 0) {
            return zigZag();
        }
        readBytes += wordBytes;
        long count = in.read(wordBytes);
        require(count >= 0, "counts must not be negative");
        return count;
    }

    /** ZigZag LEB128, with eight bits in a ninth byte. */
    private long zigZag() throws IOException {
        long value = 0;
        for (int shift = 0; shift <= 56; shift += 7) {
            long next = in.readByte();
            readBytes++;
            if (shift == 56) {
                value |= next << shift;
            } else {
                value |= (next & 0x7f) << shift;
                if (next < 0x80) {
                    break;
                }
            }
        }
        return value >>> 1 ^ -(value & 1);
    }

    @Override
    public void close() {
        in.close();
    }

    /** Values that the counts of a histogram stand for: those within a power of two share their width of bucket. */
    private static final class Buckets {
        private final int unitMagnitude;
        private final int halfMagnitude;
        private final long length;

        Buckets(int digits, long lowest, long highest) throws IOException {
            require(digits >= 0 && digits <= MAX_DIGITS, "digits must be 0 to " + MAX_DIGITS);
            require(lowest >= 1 && highest / 2 >= lowest, "range must hold a power of two");
            int magnitude = Long.SIZE - Long.numberOfLeadingZeros(2 * Math.round(Math.pow(10, digits)) - 1);
            halfMagnitude = Math.max(1, magnitude) - 1;
            unitMagnitude = Long.SIZE - 1 - Long.numberOfLeadingZeros(lowest);
            require(unitMagnitude + halfMagnitude <= 61, "range must be that of a number");
            int most = Long.SIZE - 1 - Long.numberOfLeadingZeros(highest) - unitMagnitude - halfMagnitude;
            length = (long) (Math.max(1, most + 1) + 1) << halfMagnitude;
        }

        /** The largest value of a bucket, and of a wider one around it where a run's histograms have no finer. */
        long coarseEnd(int index) {
            int half = 1 << halfMagnitude;
            int bucket = Math.max(0, (index >> halfMagnitude) - 1);
            long sub = index < half ? index : (index & (half - 1)) + half;
            int width = bucket + unitMagnitude;
            return LatencyCounts.bucketEnd((sub << width) + (1L << width) - 1);
        }
    }
}
