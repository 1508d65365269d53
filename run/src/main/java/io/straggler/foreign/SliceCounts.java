package io.straggler.foreign;

import io.straggler.harness.series.Intervals;
import io.straggler.harness.series.SeriesRecorder;
import io.straggler.model.LatencyCounts;
import io.straggler.model.Series;
import java.io.Serializable;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** How often each latency occurred in each slice of {@link TimeSlices}. Those of any parts of all latencies add up to those of all. */
final class SliceCounts implements Serializable {
    private static final long serialVersionUID = 1;
    private static final long NANOS_PER_MS = 1_000_000;

    private TreeMap<Long, LatencyCounts> slices;
    private long sliceNs;

    SliceCounts(TreeMap<Long, LatencyCounts> slices, long sliceNs) {
        this.slices = slices;
        this.sliceNs = sliceNs;
    }

    /** Adds others, whose slices may become wider by that. */
    void add(SliceCounts other) {
        while (other.sliceNs < sliceNs) {
            other.widen();
        }
        while (sliceNs < other.sliceNs) {
            widen();
        }
        other.slices.forEach((number, counts) -> slices.merge(number, counts, LatencyCounts::plus));
        while (TimeSlices.tooMany(slices)) {
            widen();
        }
    }

    private void widen() {
        slices = TimeSlices.halved(slices, LatencyCounts::plus);
        sliceNs *= 2;
    }

    /** All latencies together. */
    Histogram all() {
        Histogram all = SeriesRecorder.newHistogram();
        slices.values().forEach(counts -> add(counts, all));
        return all;
    }

    private static void add(LatencyCounts counts, Histogram into) {
        for (int i = 0; i < counts.counts().length; i++) {
            into.recordValueWithCount(counts.valuesNs()[i], counts.counts()[i]);
        }
    }

    /**
     * The slices as intervals of the latency's series.
     *
     * @param firstNs when the first iteration began, since 1970: no interval begins before it
     * @param lastNs when the last one was over: no interval ends more than a millisecond later
     */
    Intervals intervals(long firstNs, long lastNs) {
        return consumer -> slices.forEach((number, counts) -> {
            Histogram slice = SeriesRecorder.newHistogram();
            add(counts, slice);
            slice.setTag(Series.LATENCY);
            slice.setStartTimeStamp(Math.max(number * sliceNs, firstNs) / NANOS_PER_MS);
            slice.setEndTimeStamp(Math.min((number + 1) * sliceNs / NANOS_PER_MS, lastNs / NANOS_PER_MS + 1));
            consumer.accept(slice);
        });
    }
}
