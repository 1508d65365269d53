package io.straggler.diagnosis.statistics;

import io.straggler.diagnosis.statistics.math.StudentT;
import io.straggler.model.Percentiles;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A percentile of two sides that were measured in pairs of JVMs, with an interval of any level: for whoever compares many sides with one and divides the chance of an error
 * among them.
 *
 * <p>Each JVM gives one number, its own percentile, and each pair one logarithm of a ratio; Student's t test of these logarithms decides. So iterations of one JVM may depend on
 * each other as they like, as those behind one pause do, and only JVMs have to be independent. The values of the sides are geometric means over their JVMs.
 */
public final class PairedEffect {
    private final double a;
    private final double b;
    private final int pairs;

    /** Standard error of the mean logarithm of the ratio. */
    private final double standardError;

    private PairedEffect(double[] logA, double[] logB) {
        pairs = logA.length;
        double meanA = IntStream.range(0, pairs).mapToDouble(i -> logA[i]).sum() / pairs;
        double meanB = IntStream.range(0, pairs).mapToDouble(i -> logB[i]).sum() / pairs;
        double squares = IntStream.range(0, pairs)
                .mapToDouble(i -> logB[i] - logA[i] - (meanB - meanA))
                .map(difference -> difference * difference)
                .sum();
        a = Math.exp(meanA);
        b = Math.exp(meanB);
        standardError = Math.sqrt(squares / (pairs - 1) / pairs);
    }

    /**
     * Compares.
     *
     * @param a what was
     * @param b what is now; its JVM i ran beside JVM i of {@code a}
     * @return empty with fewer than two pairs, or if fewer than ten iterations of a JVM lie above the percentile
     */
    public static Optional<PairedEffect> of(List<Fork> a, List<Fork> b, Metric.Percentile metric) {
        if (a.size() != b.size()) {
            throw new IllegalArgumentException(
                    "sides must have as many JVMs: a.size=" + a.size() + ", b.size=" + b.size());
        }
        double[] logA = logarithms(a, metric);
        double[] logB = logarithms(b, metric);
        return logA.length < 2 || logB.length < 2 ? Optional.empty() : Optional.of(new PairedEffect(logA, logB));
    }

    /** Logarithms of the percentile in nanoseconds, by JVM; none if a JVM has too few iterations. */
    private static double[] logarithms(List<Fork> forks, Metric.Percentile metric) {
        double[] logarithms = new double[forks.size()];
        for (int i = 0; i < logarithms.length; i++) {
            List<Side> alone = List.of(new Side("", List.of(forks.get(i))));
            Measured measured = Measured.of(alone.get(0), Buckets.of(alone), List.of(metric));
            if (!Percentiles.measurable(metric.percentile(), (long) measured.total())) {
                return new double[0];
            }
            // No clock tells 0 ns from 1 ns.
            logarithms[i] = Math.log(Math.max(1, measured.values()[0]));
        }
        return logarithms;
    }

    /** The percentile on the first side, in nanoseconds. */
    public double a() {
        return a;
    }

    /** The percentile on the second side, in nanoseconds. */
    public double b() {
        return b;
    }

    /** The probability that chance alone makes a difference as large; 1 if the difference is below what clock and histogram resolve. */
    public double chance() {
        if (Math.abs(b - a) <= Math.max(MetricContrast.MIN_NS, MetricContrast.MIN_RELATIVE * Math.min(a, b))) {
            return 1;
        }
        return standardError == 0 ? 0 : StudentT.chance(Math.log(b / a) / standardError, pairs - 1);
    }

    /**
     * The change relative to the first side, −0.5 for a half.
     *
     * @param missing the probability with which the interval may miss the truth
     */
    public Estimate relative(double missing) {
        double difference = Math.log(b / a);
        double half = standardError * StudentT.twoSided(missing, pairs - 1);
        return new Estimate(Math.expm1(difference), Math.expm1(difference - half), Math.expm1(difference + half));
    }
}
