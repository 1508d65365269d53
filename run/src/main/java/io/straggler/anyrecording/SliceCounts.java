package io.straggler.anyrecording;

import io.straggler.harness.series.Intervals;
import io.straggler.harness.series.SeriesRecorder;
import io.straggler.model.LatencyCounts;
import io.straggler.model.Series;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** How often each latency occurred in each slice of {@link TimeSlices}, in less memory than their histograms take. */
final class SliceCounts {
    private static final long NANOS_PER_MS = 1_000_000;

    private final TreeMap<Long, LatencyCounts> slices;
    private final long sliceNs;

    SliceCounts(TreeMap<Long, LatencyCounts> slices, long sliceNs) {
        this.slices = slices;
        this.sliceNs = sliceNs;
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
