package io.straggler.diagnosis.statistics;

import io.straggler.diagnosis.statistics.math.StudentT;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * How far apart two sides are in one metric, on a scale on which chance is symmetric, and how far chance alone takes them apart.
 *
 * <p>The unequal variances of B. Welch, Biometrika 34, 1947, with variances from resamples. Resampled percentiles have only a few distinct
 * values when there are few units; their variance says something nevertheless, and Student's quantile how little.
 *
 * @param difference on that scale
 * @param error standard error of the difference
 * @param degreesOfFreedom of the standard error
 * @param deviations of the resampled differences, in their own standard deviations; zeros if they are all the same
 */
record Contrast(double difference, double error, double degreesOfFreedom, double[] deviations) {
    /** Units of the sides belong together: what they have in common cancels. */
    static Contrast paired(double difference, Scaled a, Scaled b) {
        double[] differences = differences(a, b);
        double spread = Math.sqrt(a.widening() * b.widening()) * Scaled.variance(differences);
        double variance =
                Math.max(a.leastVariance() + b.leastVariance(), spread) + a.addedVariance() + b.addedVariance();
        double degreesOfFreedom = Math.min(Math.max(a.degreesOfFreedom(), b.degreesOfFreedom()), welch(a, b));
        return new Contrast(difference, Math.sqrt(variance), degreesOfFreedom, deviations(differences));
    }

    /** The sides were drawn independently. */
    static Contrast unpaired(double difference, Scaled a, Scaled b) {
        double variance = a.variance() + b.variance();
        return new Contrast(difference, Math.sqrt(variance), welch(a, b), deviations(differences(a, b)));
    }

    private static double welch(Scaled a, Scaled b) {
        double variance = a.variance() + b.variance();
        double squares =
                a.variance() * a.variance() / a.degreesOfFreedom() + b.variance() * b.variance() / b.degreesOfFreedom();
        return squares == 0 ? a.degreesOfFreedom() + b.degreesOfFreedom() : variance * variance / squares;
    }

    private static double[] differences(Scaled a, Scaled b) {
        return IntStream.range(0, a.resamples().length)
                .mapToDouble(i -> b.resamples()[i] - a.resamples()[i])
                .toArray();
    }

    private static double[] deviations(double[] differences) {
        double mean = Scaled.mean(differences);
        double deviation = Math.sqrt(Scaled.variance(differences));
        return Arrays.stream(differences)
                .map(x -> deviation == 0 ? 0 : (x - mean) / deviation)
                .toArray();
    }

    /** The probability that chance alone makes a difference as large. */
    double chance() {
        if (difference == 0) {
            return 1;
        }
        return error == 0 ? 0 : StudentT.chance(difference / error, degreesOfFreedom);
    }

    /** Half the width of the interval that misses with probability {@code alpha}. */
    double half(double alpha) {
        return error == 0 ? 0 : error * StudentT.twoSided(alpha, degreesOfFreedom);
    }

    /** Returns the size of a difference that has a {@code chance} below {@code alpha} in four of five samples. */
    double detectable(double alpha) {
        return half(alpha) + half(0.4);
    }
}
