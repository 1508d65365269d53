package io.straggler.anyrecording;

import io.straggler.harness.Threshold;
import io.straggler.model.Percentiles;
import java.util.List;
import org.HdrHistogram.Histogram;

/** From which latency on an iteration of a recording is an outlier: known when all of them have been read. */
final class OutlierThreshold {
    private static final List<Double> TRIED = List.of(99.9, 99.0, 90.0);

    private OutlierThreshold() {}

    /**
     * The threshold.
     *
     * @param asked a duration, a percentile, or {@code auto}: the highest of p99.9, p99 and p90 that ten iterations lie above, p90 if none is
     * @param latencies of all iterations; not empty
     * @throws IllegalArgumentException if it cannot be that
     */
    static long ns(Threshold asked, Histogram latencies) {
        if (asked instanceof Threshold.Fixed fixed) {
            return fixed.thresholdNs();
        }
        if (asked instanceof Threshold.Percentile percentile) {
            requireMeasurable(percentile, latencies);
            return valueNs(percentile.percentile(), latencies);
        }
        double highest = TRIED.stream()
                .filter(one -> Percentiles.measurable(one, latencies.getTotalCount()))
                .findFirst()
                .orElse(TRIED.get(TRIED.size() - 1));
        return valueNs(highest, latencies);
    }

    private static void requireMeasurable(Threshold.Percentile percentile, Histogram latencies) {
        if (!Percentiles.measurable(percentile.percentile(), latencies.getTotalCount())) {
            throw new IllegalArgumentException(
                    "--threshold must have ten iterations above it, or be a duration: threshold=" + percentile
                            + ", iterations=" + latencies.getTotalCount());
        }
    }

    /** The lowest of the values that the histogram does not tell apart, so that all of them are outliers. */
    private static long valueNs(double percentile, Histogram latencies) {
        return Math.max(1, latencies.lowestEquivalentValue(latencies.getValueAtPercentile(percentile)));
    }
}
