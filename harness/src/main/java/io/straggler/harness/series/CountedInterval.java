package io.straggler.harness.series;

import io.straggler.model.LatencyCounts;
import io.straggler.model.Series;
import org.HdrHistogram.Histogram;

/**
 * An interval histogram without its empty buckets, which are nearly all.
 *
 * @param series its tag; empty if it has none
 */
record CountedInterval(String series, Series.Interval figures, LatencyCounts counts) {
    static CountedInterval of(Histogram interval) {
        return new CountedInterval(
                interval.getTag() == null ? "" : interval.getTag(),
                new Series.Interval(
                        interval.getStartTimeStamp(),
                        interval.getEndTimeStamp(),
                        interval.getTotalCount(),
                        interval.getValueAtPercentile(50),
                        interval.getValueAtPercentile(99),
                        interval.getMaxValue()),
                LatencyPeriods.counts(interval));
    }

    /** Adds the values to a histogram of the same buckets. */
    void addTo(Histogram histogram) {
        for (int i = 0; i < counts.valuesNs().length; i++) {
            histogram.recordValueWithCount(histogram.lowestEquivalentValue(counts.valuesNs()[i]), counts.counts()[i]);
        }
    }
}
