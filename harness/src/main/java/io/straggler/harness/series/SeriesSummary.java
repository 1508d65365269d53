package io.straggler.harness.series;

import io.straggler.model.LatencyCounts;
import io.straggler.model.Percentiles;
import io.straggler.model.RunId;
import io.straggler.model.Series;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** A series while it is put together from interval histograms. */
final class SeriesSummary {
    private final String name;
    private final BucketCounts all = new BucketCounts();
    private final List<Series.Interval> intervals = new ArrayList<>();

    SeriesSummary(String name) {
        this.name = name;
    }

    void add(CountedInterval interval) {
        all.add(interval.counts());
        intervals.add(interval.figures());
    }

    /** How often each value occurred. */
    LatencyCounts counts() {
        return all.latencies();
    }

    /** @param runId the run that it is of, or null for all of them */
    Series series(@Nullable RunId runId) {
        Histogram merged = all.histogram();
        boolean empty = merged.getTotalCount() == 0;
        intervals.sort(Comparator.comparingLong(Series.Interval::startEpochMs));
        return new Series(
                name,
                runId,
                merged.getTotalCount(),
                empty ? 0 : merged.getMinValue(),
                empty ? 0 : merged.getMaxValue(),
                empty ? 0 : merged.getMean(),
                empty ? List.of() : curve(merged),
                intervals);
    }

    /** Dense enough to draw, and with every percentile that the tables show. */
    private static List<Series.Point> curve(Histogram merged) {
        TreeMap<Double, Long> points = new TreeMap<>();
        merged.percentiles(10)
                .forEach(value -> points.put(value.getPercentileLevelIteratedTo(), value.getValueIteratedTo()));
        // The iterator's own first point lies below every value.
        points.put(0.0, merged.getMinValue());
        for (double percentile : Percentiles.SHOWN) {
            points.put(percentile, merged.getValueAtPercentile(percentile));
        }
        List<Series.Point> curve = new ArrayList<>();
        points.forEach((percentile, valueNs) -> curve.add(new Series.Point(percentile, valueNs)));
        return curve;
    }
}
