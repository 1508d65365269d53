package io.straggler.harness.series;

import io.straggler.model.RecordedInterval;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/** Interval histograms of a recording, without those that are damaged. */
public final class RecordedIntervals implements EncodedIntervals {
    private final List<RecordedInterval> intervals;
    private final int damaged;

    /** @param recorded in any order */
    public RecordedIntervals(List<RecordedInterval> recorded) {
        List<RecordedInterval> readable = new ArrayList<>(recorded);
        try (EncodedCounts histograms = new EncodedCounts()) {
            readable.removeIf(interval -> !readable(interval, histograms));
        }
        readable.sort(Comparator.comparingLong(RecordedInterval::startEpochMs));
        intervals = List.copyOf(readable);
        damaged = recorded.size() - readable.size();
    }

    private static boolean readable(RecordedInterval interval, EncodedCounts histograms) {
        try {
            LatencyLog.restore(interval, histograms);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Number of histograms that are left out. */
    public int damaged() {
        return damaged;
    }

    @Override
    public void forEachCounted(Consumer<CountedInterval> consumer) throws IOException {
        SeriesLimit series = new SeriesLimit();
        try (EncodedCounts histograms = new EncodedCounts()) {
            for (RecordedInterval interval : intervals) {
                CountedInterval restored = LatencyLog.restore(interval, histograms);
                series.count(restored);
                consumer.accept(restored);
            }
        }
    }
}
