package io.straggler.diagnosis.statistics;

import io.straggler.diagnosis.statistics.math.StudentT;
import java.util.List;
import java.util.Optional;

/**
 * Estimate of one metric of one sample.
 *
 * @param metric what was estimated
 * @param value as measured; of a percentile, a matter of luck where fewer than ten iterations lie above it
 * @param estimate with its interval of 95%; empty when it is not measurable
 * @param events how many independent events it rests on: iterations that came in one burst are one
 * @param basis what the interval rests on
 * @param note why it is not measurable; or empty
 */
public record SampleEstimate(
        Metric metric, double value, Optional<Estimate> estimate, double events, Basis basis, String note) {
    /** Smallest number of events with an interval. */
    public static final int EVENTS_NEEDED = Measurability.BURSTS;

    /** Number of outliers that may be expected, with a confidence of 95%, when none is seen. */
    private static final double NONE_SEEN = -Math.log(0.05);

    /** How many independent events a metric of outliers rests on at least: those of neighbouring periods are one, and of several forks those of each are. */
    public static double eventsApart(Side side, Metric metric) {
        return Measured.of(side, Buckets.of(List.of(side)), List.of(metric))
                .exceedances(0)
                .apart();
    }

    /** Estimates. The same arguments always give the same result. */
    public static SampleEstimate of(Side side, Metric metric, long seed) {
        Buckets buckets = Buckets.of(List.of(side));
        List<Measured> measured = List.of(Measured.of(side, buckets, List.of(metric)));
        Measurability measurability = Measurability.of(measured);
        Resamples resamples = Resamples.of(measured, buckets, measurability, Pairing.UNPAIRED, seed);
        Basis basis = resamples.basis();
        double value = measured.get(0).values()[0];
        double events = measured.get(0).exceedances(0).bursts();
        if (metric instanceof Metric.OutlierRate && value == 0) {
            Estimate none =
                    new Estimate(0, 0, Math.min(1, NONE_SEEN / measured.get(0).total()));
            return new SampleEstimate(metric, value, Optional.of(none), events, basis, "");
        }
        if (!measurability.measurable(0)) {
            return new SampleEstimate(metric, value, Optional.empty(), events, basis, measurability.problem(0));
        }
        Scaled scaled = resamples.logarithmic(0, 0);
        double factor = Math.exp(Math.sqrt(scaled.variance()) * StudentT.twoSided(0.05, scaled.degreesOfFreedom()));
        return new SampleEstimate(
                metric, value, Optional.of(new Estimate(value, value / factor, value * factor)), events, basis, "");
    }
}
