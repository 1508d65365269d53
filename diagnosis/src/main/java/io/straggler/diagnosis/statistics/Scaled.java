package io.straggler.diagnosis.statistics;

import java.util.Arrays;

/**
 * The resampled values of one metric of one side, on a scale on which their distribution is about symmetric, such as a logarithm.
 *
 * @param resamples on that scale
 * @param widening the factor that makes the variance of the resamples that of new samples
 * @param degreesOfFreedom of that variance
 * @param leastVariance a lower bound of the variance: a few events cannot be more regular than chance
 * @param addedVariance variance in addition, because a histogram knows a value only to its bucket
 */
public record Scaled(
        double[] resamples, double widening, double degreesOfFreedom, double leastVariance, double addedVariance) {
    /** The variance of the metric, on this scale. */
    public double variance() {
        return Math.max(leastVariance, widening * variance(resamples)) + addedVariance;
    }

    /** The variance of a sample. */
    public static double variance(double[] numbers) {
        double mean = mean(numbers);
        return Arrays.stream(numbers).map(x -> (x - mean) * (x - mean)).sum() / (numbers.length - 1);
    }

    static double mean(double[] numbers) {
        return Arrays.stream(numbers).sum() / numbers.length;
    }
}
