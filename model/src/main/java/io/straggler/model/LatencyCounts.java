package io.straggler.model;

import java.util.Arrays;
import java.util.List;

/**
 * How often each latency occurred, over all iterations of a run: a histogram in its plainest form. The arrays are copied in and
 * must not be changed.
 *
 * @param valuesNs upper ends of the buckets, ascending; {@code valuesNs[i]} stands for all latencies above the value before it
 * @param counts how many latencies fell into each bucket
 */
public record LatencyCounts(long[] valuesNs, long[] counts) {
    public LatencyCounts {
        if (valuesNs.length != counts.length) {
            throw new IllegalArgumentException(
                    "counts must be as many as values: values=" + valuesNs.length + ", counts=" + counts.length);
        }
        valuesNs = valuesNs.clone();
        counts = counts.clone();
        for (int i = 1; i < valuesNs.length; i++) {
            if (valuesNs[i - 1] >= valuesNs[i]) {
                throw new IllegalArgumentException("valuesNs must be ascending: valuesNs[" + (i - 1) + "]="
                        + valuesNs[i - 1] + ", valuesNs[" + i + "]=" + valuesNs[i]);
            }
        }
    }

    /** None, for when they are not known. */
    public static final LatencyCounts NONE = new LatencyCounts(new long[0], new long[0]);

    /** Number of buckets that are 1 ns wide: those of HdrHistogram at three significant digits, from 1 ns on. */
    private static final int NARROW = 2_048;

    /**
     * Counts latencies, in the buckets of a run's histograms.
     *
     * @param orderedNs ascending, none below zero
     */
    public static LatencyCounts of(long[] orderedNs) {
        long[] values = new long[orderedNs.length];
        long[] counts = new long[orderedNs.length];
        int size = 0;
        for (long ns : orderedNs) {
            long bucket = bucketEnd(ns);
            if (size == 0 || values[size - 1] != bucket) {
                values[size++] = bucket;
            }
            counts[size - 1]++;
        }
        return ofFirst(size, values, counts);
    }

    /** Counts in the first cells of arrays that are longer, and may be written to again. */
    public static LatencyCounts ofFirst(int size, long[] valuesNs, long[] counts) {
        return new LatencyCounts(Arrays.copyOf(valuesNs, size), Arrays.copyOf(counts, size));
    }

    /** All of them together. */
    public static LatencyCounts sum(List<LatencyCounts> all) {
        DistinctValues distinct = new DistinctValues();
        long[] sums = new long[64];
        for (LatencyCounts some : all) {
            for (int i = 0; i < some.counts.length; i++) {
                int index = distinct.index(some.valuesNs[i]);
                if (index == sums.length) {
                    sums = Arrays.copyOf(sums, 2 * index);
                }
                sums[index] += some.counts[i];
            }
        }
        long[] values = distinct.ascending();
        long[] counts = new long[values.length];
        for (int i = 0; i < values.length; i++) {
            counts[i] = sums[distinct.index(values[i])];
        }
        return new LatencyCounts(values, counts);
    }

    /** The largest latency that is in one bucket with {@code ns}, in the buckets of a run's histograms. */
    public static long bucketEnd(long ns) {
        int shift = Math.max(0, Long.numberOfLeadingZeros(NARROW - 1) - Long.numberOfLeadingZeros(ns | (NARROW - 1)));
        return ((ns >> shift) + 1 << shift) - 1;
    }

    /** How many latencies there are. */
    public long total() {
        return Arrays.stream(counts).sum();
    }

    /**
     * Returns the counts without some of the latencies.
     *
     * @throws IllegalArgumentException if they are not among these
     */
    public LatencyCounts minus(LatencyCounts some) {
        long[] left = counts.clone();
        for (int i = 0; i < some.valuesNs.length; i++) {
            int bucket = bucketOf(some.valuesNs[i]);
            if (bucket == left.length || left[bucket] < some.counts[i]) {
                throw new IllegalArgumentException("latencies to take away must be there: valueNs=" + some.valuesNs[i]
                        + ", count=" + some.counts[i]);
            }
            left[bucket] -= some.counts[i];
        }
        return new LatencyCounts(valuesNs, left);
    }

    /** These and the others together. */
    public LatencyCounts plus(LatencyCounts other) {
        long[] values = new long[valuesNs.length + other.valuesNs.length];
        long[] sums = new long[values.length];
        int size = 0;
        int mine = 0;
        int theirs = 0;
        while (mine < valuesNs.length || theirs < other.valuesNs.length) {
            boolean takeMine = mine < valuesNs.length
                    && (theirs == other.valuesNs.length || valuesNs[mine] <= other.valuesNs[theirs]);
            boolean takeTheirs = theirs < other.valuesNs.length
                    && (mine == valuesNs.length || other.valuesNs[theirs] <= valuesNs[mine]);
            values[size] = takeMine ? valuesNs[mine] : other.valuesNs[theirs];
            sums[size++] = (takeMine ? counts[mine++] : 0) + (takeTheirs ? other.counts[theirs++] : 0);
        }
        return ofFirst(size, values, sums);
    }

    /** The bucket that a latency belongs to; the number of buckets if it is above all of them. */
    public int bucketOf(long latencyNs) {
        int found = Arrays.binarySearch(valuesNs, latencyNs);
        return found < 0 ? -found - 1 : found;
    }
}
