package io.straggler.harness.series;

import io.straggler.model.LatencyCounts;
import io.straggler.model.Series;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * An interval histogram without its empty buckets, which are nearly all.
 *
 * @param series its tag; null if it has none
 * @param startEpochMs wall clock
 * @param endEpochMs wall clock
 * @param counts of its values, by the largest of each bucket
 */
public record CountedInterval(@Nullable String series, long startEpochMs, long endEpochMs, LatencyCounts counts) {
    static CountedInterval of(Histogram interval) {
        return new CountedInterval(
                interval.getTag(),
                interval.getStartTimeStamp(),
                interval.getEndTimeStamp(),
                LatencyPeriods.counts(interval));
    }

    /** Name of the series; empty if it has none. */
    String name() {
        return series == null ? "" : series;
    }

    Series.Interval figures() {
        long[] values = counts.valuesNs();
        return new Series.Interval(
                startEpochMs,
                endEpochMs,
                counts.total(),
                valueNs(50),
                valueNs(99),
                values.length == 0 ? 0 : values[values.length - 1]);
    }

    /** Value at a percentile, as HdrHistogram finds it; zero without values. */
    private long valueNs(double percentile) {
        // The number that the percentile asks for, and not one more because a product of it is no exact number.
        long wanted = Math.max(1, (long) Math.ceil(Math.nextDown(percentile) * counts.total() / 100));
        long seen = 0;
        for (int i = 0; i < counts.counts().length; i++) {
            seen += counts.counts()[i];
            if (seen >= wanted) {
                return counts.valuesNs()[i];
            }
        }
        return 0;
    }

    /** The interval in the buckets of a run's histograms. Longer durations than these hold are recorded as the longest. */
    Histogram histogram() {
        Histogram histogram = SeriesRecorder.newHistogram();
        for (int i = 0; i < counts.valuesNs().length; i++) {
            histogram.recordValueWithCount(
                    histogram.lowestEquivalentValue(Math.min(counts.valuesNs()[i], SeriesRecorder.HIGHEST_NS)),
                    counts.counts()[i]);
        }
        histogram.setTag(series);
        histogram.setStartTimeStamp(startEpochMs);
        histogram.setEndTimeStamp(endEpochMs);
        return histogram;
    }
}
