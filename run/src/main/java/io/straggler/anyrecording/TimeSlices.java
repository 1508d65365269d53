package io.straggler.anyrecording;

import io.straggler.harness.series.LatencyPeriods;
import io.straggler.harness.series.SeriesRecorder;
import io.straggler.model.LatencyCounts;
import java.util.TreeMap;
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
        // Empty slices count: the next latencies may fill them.
        while (slices.lastKey() - slices.firstKey() >= MOST) {
            halve();
        }
    }

    /** Makes two neighbours one. */
    private void halve() {
        TreeMap<Long, Histogram> halved = new TreeMap<>();
        slices.forEach((number, slice) -> halved.merge(Math.floorDiv(number, 2), slice, TimeSlices::sum));
        slices = halved;
        sliceNs *= 2;
    }

    private static Histogram sum(Histogram a, Histogram b) {
        a.add(b);
        return a;
    }

    /** Returns the counts. */
    SliceCounts counts() {
        TreeMap<Long, LatencyCounts> counts = new TreeMap<>();
        slices.forEach((number, slice) -> counts.put(number, LatencyPeriods.counts(slice)));
        return new SliceCounts(counts, sliceNs);
    }
}
