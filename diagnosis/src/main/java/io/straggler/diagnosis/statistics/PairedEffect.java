package io.straggler.diagnosis.statistics;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One metric of two sides that were measured in pairs of JVMs, with an interval of any level: for whoever compares many sides with one and divides the
 * chance of an error among them.
 */
public final class PairedEffect {
    private final MetricContrast contrast;

    private PairedEffect(MetricContrast contrast) {
        this.contrast = contrast;
    }

    /**
     * Compares. The same arguments always give the same result.
     *
     * @param a what was
     * @param b what is now; its fork i ran beside fork i of {@code a}
     * @param seed of the resampling
     * @return empty while the metric is not measurable on both sides
     */
    public static Optional<PairedEffect> of(Side a, Side b, Metric metric, long seed) {
        Buckets buckets = Buckets.of(List.of(a, b));
        List<Measured> measured = Stream.of(a, b)
                .map(side -> Measured.of(side, buckets, List.of(metric)))
                .toList();
        Measurability measurability = Measurability.of(measured);
        if (!measurability.measurable(0) || !measurability.byForks()) {
            return Optional.empty();
        }
        Resamples resamples = Resamples.of(measured, buckets, measurability, Pairing.PAIRED, seed);
        return Optional.of(new PairedEffect(MetricContrast.of(measured, resamples, 0)));
    }

    /** The metric on the first side. */
    public double a() {
        return contrast.a();
    }

    /** The metric on the second side. */
    public double b() {
        return contrast.b();
    }

    /** The probability that chance alone makes a difference as large; 1 if the difference is below what clock and histogram resolve. */
    public double chance() {
        return contrast.resolved() ? contrast.contrast().chance() : 1;
    }

    /**
     * The change relative to the first side, −0.5 for a half.
     *
     * @param missing the probability with which the interval may miss the truth
     */
    public Estimate relative(double missing) {
        return contrast.relative(missing);
    }
}
