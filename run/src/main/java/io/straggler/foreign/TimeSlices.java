package io.straggler.foreign;

import io.straggler.harness.series.LatencyPeriods;
import io.straggler.harness.series.SeriesRecorder;
import io.straggler.model.LatencyCounts;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import org.HdrHistogram.Histogram;

/**
 * Latencies over time, in any order, cut into slices of the same length: some {@value #MOST} at most, so that memory does not depend on how long it
 * takes. When there are more, two neighbours become one.
 */
final class TimeSlices {
    private static final int MOST = 200;
    private static final long FIRST_NS = 10_000_000;

    private TreeMap<Long, Histogram> slices = new TreeMap<>();
    private long sliceNs = FIRST_NS;

    /** Adds a latency at a time since 1970. */
    void add(long atNs, long latencyNs) {
        slices.computeIfAbsent(Math.floorDiv(atNs, sliceNs), slice -> SeriesRecorder.newHistogram())
                .recordValue(Math.min(latencyNs, SeriesRecorder.HIGHEST_NS));
        while (tooMany(slices)) {
            slices = halved(slices, TimeSlices::sum);
            sliceNs *= 2;
        }
    }

    private static Histogram sum(Histogram a, Histogram b) {
        a.add(b);
        return a;
    }

    /** Whether slices have to be joined. Empty ones count: the next latencies may fill them. */
    static boolean tooMany(TreeMap<Long, ?> slices) {
        return !slices.isEmpty() && slices.lastKey() - slices.firstKey() >= MOST;
    }

    /** Half as many slices, of which each is the sum of two neighbours. */
    static <T> TreeMap<Long, T> halved(TreeMap<Long, T> slices, BinaryOperator<T> sum) {
        TreeMap<Long, T> halved = new TreeMap<>();
        slices.forEach((number, slice) -> halved.merge(Math.floorDiv(number, 2), slice, sum));
        return halved;
    }

    /** What was counted. */
    SliceCounts counts() {
        TreeMap<Long, LatencyCounts> counts = new TreeMap<>();
        slices.forEach((number, slice) -> counts.put(number, LatencyPeriods.counts(slice)));
        return new SliceCounts(counts, sliceNs);
    }
}
