package io.straggler.harness.series;

import io.straggler.harness.series.SeriesRecorder.EncodedInterval;
import io.straggler.model.RunId;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** The histograms of one measured run, by series, in total and by interval. Immutable once made, but for what its histograms allow. */
public final class RunSeries {
    private final RunId runId;
    private final Map<String, Histogram> totals = new LinkedHashMap<>();
    private final List<EncodedInterval> intervals = new ArrayList<>();

    public RunSeries(RunId runId, List<SeriesRecorder> recorders) {
        this.runId = runId;
        for (SeriesRecorder recorder : recorders) {
            if (recorder.total().getTotalCount() > 0) {
                totals.put(recorder.name(), recorder.total().copy());
                intervals.addAll(recorder.intervals());
            }
        }
        intervals.sort(Comparator.comparingLong(EncodedInterval::startEpochMs));
    }

    public RunId runId() {
        return runId;
    }

    /** Every value of each series that has any: {@code latency}, {@code service}, {@code dispatch}, {@code probe:NAME}, {@code jitter}. */
    public Map<String, Histogram> totals() {
        return totals;
    }

    /** The interval histograms in order of time: tagged with their series, stamped with the wall clock, decoded one by one. */
    public Intervals intervals() {
        return consumer -> {
            for (EncodedInterval interval : intervals) {
                Histogram histogram = Histogram.decodeFromByteBuffer(ByteBuffer.wrap(interval.histogram()), 0);
                histogram.setTag(interval.series());
                histogram.setStartTimeStamp(interval.startEpochMs());
                histogram.setEndTimeStamp(interval.endEpochMs());
                consumer.accept(histogram);
            }
        };
    }
}
