package io.straggler.foreign;

import io.straggler.harness.series.Intervals;
import io.straggler.harness.series.SeriesRecorder;
import io.straggler.model.Series;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Latencies over time, in any order, cut into slices of the same length: some {@value #MOST} at most, so that memory does not depend on how long it
 * takes. When there are more, two neighbours become one.
 */
final class TimeSlices {
    private static final int MOST = 200;
    private static final long FIRST_NS = 10_000_000;
    private static final long NANOS_PER_MS = 1_000_000;

    private TreeMap<Long, Histogram> slices = new TreeMap<>();
    private long sliceNs = FIRST_NS;

    /** Adds a latency at a time since 1970. */
    void add(long atNs, long latencyNs) {
        slices.computeIfAbsent(Math.floorDiv(atNs, sliceNs), slice -> SeriesRecorder.newHistogram())
                .recordValue(Math.min(latencyNs, SeriesRecorder.HIGHEST_NS));
        // Empty slices count: the next latencies may fill them.
        while (slices.lastKey() - slices.firstKey() >= MOST) {
            join();
        }
    }

    private void join() {
        TreeMap<Long, Histogram> joined = new TreeMap<>();
        for (Map.Entry<Long, Histogram> slice : slices.entrySet()) {
            joined.merge(Math.floorDiv(slice.getKey(), 2), slice.getValue(), (a, b) -> {
                a.add(b);
                return a;
            });
        }
        slices = joined;
        sliceNs *= 2;
    }

    /** All latencies together. */
    Histogram all() {
        Histogram all = SeriesRecorder.newHistogram();
        slices.values().forEach(all::add);
        return all;
    }

    /** The slices as intervals of the latency's series. */
    Intervals intervals() {
        return consumer -> slices.forEach((number, slice) -> {
            slice.setTag(Series.LATENCY);
            slice.setStartTimeStamp(number * sliceNs / NANOS_PER_MS);
            slice.setEndTimeStamp((number + 1) * sliceNs / NANOS_PER_MS);
            consumer.accept(slice);
        });
    }
}
