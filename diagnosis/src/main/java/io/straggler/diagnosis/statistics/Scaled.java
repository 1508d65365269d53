package io.straggler.diagnosis.statistics;

import java.util.Arrays;

/**
 * One figure of one side, on a scale on which chance takes it up as far as down.
 *
 * @param resamples on that scale
 * @param widening what the variance of the resamples is multiplied by to be that of new samples
 * @param degreesOfFreedom of that variance
 * @param leastVariance what the variance is at least, because events as few as these are not more regular than chance
 * @param addedVariance what comes on top, because values are known to a bucket only
 */
public record Scaled(
        double[] resamples, double widening, double degreesOfFreedom, double leastVariance, double addedVariance) {
    /** Of the figure, on this scale. */
    public double variance() {
        return Math.max(leastVariance, widening * variance(resamples)) + addedVariance;
    }

    /** Of numbers. */
    public static double variance(double[] numbers) {
        double mean = mean(numbers);
        return Arrays.stream(numbers).map(x -> (x - mean) * (x - mean)).sum() / (numbers.length - 1);
    }

    static double mean(double[] numbers) {
        return Arrays.stream(numbers).sum() / numbers.length;
    }
}
