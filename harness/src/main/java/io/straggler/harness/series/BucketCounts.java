package io.straggler.harness.series;

import io.straggler.model.LatencyCounts;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/** Sum of many intervals, in the buckets of a run's histograms. Room is made for the powers of two that occur: a log may have a thousand series. */
final class BucketCounts {
    /** Powers of two below which buckets are 1 ns wide. */
    private static final int NARROW_BITS = 11;

    private static final int HALF = 1 << NARROW_BITS - 1;

    /** Counts by how often a value is halved until it is narrow. */
    private final long[][] counts = new long[Long.SIZE - NARROW_BITS][];

    void add(LatencyCounts interval) {
        for (int i = 0; i < interval.valuesNs().length; i++) {
            add(Math.min(interval.valuesNs()[i], SeriesRecorder.HIGHEST_NS), interval.counts()[i]);
        }
    }

    private void add(long valueNs, long count) {
        int halvings = Math.max(0, Long.SIZE - NARROW_BITS - Long.numberOfLeadingZeros(valueNs));
        if (counts[halvings] == null) {
            counts[halvings] = new long[2 * HALF];
        }
        counts[halvings][(int) (valueNs >> halvings)] += count;
    }

    /** Histogram of the counts. */
    Histogram histogram() {
        Histogram histogram = SeriesRecorder.newHistogram();
        for (int halvings = 0; halvings < counts.length; halvings++) {
            long[] some = counts[halvings];
            for (int i = 0; some != null && i < some.length; i++) {
                if (some[i] > 0) {
                    histogram.recordValueWithCount((long) i << halvings, some[i]);
                }
            }
        }
        return histogram;
    }

    /** Counts by the largest value of each bucket. */
    LatencyCounts latencies() {
        long[] values = new long[64];
        long[] sums = new long[64];
        int size = 0;
        for (int halvings = 0; halvings < counts.length; halvings++) {
            long[] some = counts[halvings];
            for (int i = 0; some != null && i < some.length; i++) {
                if (some[i] > 0) {
                    if (size == values.length) {
                        values = Arrays.copyOf(values, 2 * size);
                        sums = Arrays.copyOf(sums, 2 * size);
                    }
                    values[size] = LatencyCounts.bucketEnd((long) i << halvings);
                    sums[size++] = some[i];
                }
            }
        }
        return LatencyCounts.ofFirst(size, values, sums);
    }
}
