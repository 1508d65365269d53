package io.straggler.diagnosis.statistics;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One metric of two sides, and how far apart they are.
 *
 * @param metric that is compared
 * @param a its value on the first side
 * @param b its value on the second
 * @param resolution the smallest difference that is of interest, in the metric's unit
 * @param scale that the contrast is on
 * @param contrast how far apart they are on that scale
 * @param missing the probability with which an interval may miss, where the number of units was fixed before
 */
record MetricContrast(
        Metric metric, double a, double b, double resolution, Scale scale, Contrast contrast, double missing) {
    /** Smaller relative differences are below what histograms of three significant digits tell apart. */
    static final double MIN_RELATIVE = 0.002;

    /** Smaller differences are below what two readings of a clock tell apart. */
    static final double MIN_NS = 5;

    /** Scale of a contrast. */
    enum Scale {
        /** Logarithms: the difference is that of a ratio. */
        LOGARITHMIC,
        /** The values themselves, because one of them is zero. */
        LINEAR
    }

    /** Relative change, 1 for a doubled value: a comparison that would miss so large a one cannot tell. */
    private static final double BLIND = 1;

    static MetricContrast of(List<Measured> measured, Resamples resamples, int k) {
        Metric metric = resamples.metric(k);
        // No clock tells 0 ns from 1 ns, and a ratio needs something to divide by.
        double least = metric instanceof Metric.Percentile ? 1 : 0;
        double a = Math.max(least, measured.get(0).values()[k]);
        double b = Math.max(least, measured.get(1).values()[k]);
        Scale scale = a > 0 && b > 0 ? Scale.LOGARITHMIC : Scale.LINEAR;
        return new MetricContrast(
                metric,
                a,
                b,
                resolution(metric, a, b, resamples),
                scale,
                scale == Scale.LOGARITHMIC ? resamples.ofLogarithms(k, Math.log(b / a)) : resamples.ofValues(k, b - a),
                resamples.basis().pairing().missing());
    }

    private static double resolution(Metric metric, double a, double b, Resamples resamples) {
        double relative = MIN_RELATIVE * Math.min(a, b);
        return metric instanceof Metric.Percentile
                ? Math.max(relative, Math.max(MIN_NS, Math.max(resamples.stepNs(a), resamples.stepNs(b))))
                : relative;
    }

    /**
     * Returns the difference as it is reported.
     *
     * @param beyondChance whether it is, among all metrics
     * @param alpha the chance that a metric must stay below, for that
     * @param metrics how many there are
     */
    Difference difference(boolean beyondChance, double alpha, int metrics) {
        Estimate absolute = absolute();
        OptionalDouble detectable = detectable(alpha);
        boolean resolved = resolved();
        return new Difference(
                metric,
                OptionalDouble.of(a),
                OptionalDouble.of(b),
                Optional.of(absolute),
                relative(absolute),
                detectable,
                verdict(beyondChance && resolved, detectable),
                note(absolute, beyondChance, resolved, metrics));
    }

    /** Whether the values differ by more than clock and histogram resolve. */
    boolean resolved() {
        return Math.abs(b - a) > resolution;
    }

    /** The relative change, on a side that is above zero, with an interval that misses with a probability. */
    Estimate relative(double missing) {
        double half = contrast.half(missing);
        return scale == Scale.LOGARITHMIC
                ? new Estimate(
                        (b - a) / a, Math.expm1(contrast.difference() - half), Math.expm1(contrast.difference() + half))
                : new Estimate((b - a) / a, (contrast.difference() - half) / a, (contrast.difference() + half) / a);
    }

    private Verdict verdict(boolean differs, OptionalDouble detectable) {
        if (!differs) {
            return detectable.orElse(0) > BLIND ? Verdict.CANNOT_TELL : Verdict.NO_DETECTABLE_DIFFERENCE;
        }
        return b < a ? Verdict.IMPROVED : Verdict.REGRESSED;
    }

    private static String note(Estimate absolute, boolean beyondChance, boolean resolved, int metrics) {
        if (!absolute.excludesZero() || beyondChance && resolved) {
            return "";
        }
        return beyondChance || !resolved
                ? "The difference is smaller than clock and histogram resolve."
                : "Alone this would count as a difference, but among " + metrics
                        + " metrics looked at together one such is likely to be chance.";
    }

    /** The whole interval of a ratio, at the larger of both values: wider than need be, and on the same side of zero. */
    private Estimate absolute() {
        double half = contrast.half(missing);
        if (scale == Scale.LINEAR) {
            return new Estimate(b - a, contrast.difference() - half, contrast.difference() + half);
        }
        double low = contrast.difference() - half;
        double high = contrast.difference() + half;
        return b >= a
                ? new Estimate(b - a, a * Math.expm1(low), a * Math.expm1(high))
                : new Estimate(b - a, -b * Math.expm1(-low), -b * Math.expm1(-high));
    }

    private Optional<Estimate> relative(Estimate absolute) {
        if (scale == Scale.LOGARITHMIC) {
            return Optional.of(relative(missing));
        }
        return a == 0
                ? Optional.empty()
                : Optional.of(new Estimate(-1, Math.max(-1, absolute.low() / a), absolute.high() / a));
    }

    private OptionalDouble detectable(double alpha) {
        double least = resolution / Math.max(a, b);
        if (scale == Scale.LOGARITHMIC) {
            return OptionalDouble.of(Math.max(least, Math.expm1(contrast.detectable(alpha))));
        }
        return a == 0 ? OptionalDouble.empty() : OptionalDouble.of(Math.max(least, contrast.detectable(alpha) / a));
    }
}
