package io.straggler.benchmarks.support;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * The median of the ratios within rounds, and the interval of 95% around it: percentile bootstrap over the rounds, the same for the
 * same figures. A run that did not end is not a number; it counts as higher than any.
 */
public record PairedRatio(double median, double low, double high) {
    private static final int RESAMPLES = 10_000;
    private static final long SEED = 1;

    /** Of one figure and another, both of the same round. */
    public static <T> PairedRatio of(List<T> rounds, ToDoubleFunction<T> figure, ToDoubleFunction<T> against) {
        double[] ratios = rounds.stream()
                .mapToDouble(round -> figure.applyAsDouble(round) / against.applyAsDouble(round))
                .toArray();
        SplittableRandom random = new SplittableRandom(SEED);
        double[] medians = new double[RESAMPLES];
        double[] drawn = new double[ratios.length];
        for (int i = 0; i < RESAMPLES; i++) {
            for (int k = 0; k < drawn.length; k++) {
                drawn[k] = ratios[random.nextInt(ratios.length)];
            }
            medians[i] = median(drawn);
        }
        Arrays.sort(medians);
        return new PairedRatio(median(ratios), medians[RESAMPLES / 40], medians[RESAMPLES - 1 - RESAMPLES / 40]);
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        int middle = values.length / 2;
        return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    }

    @Override
    public String toString() {
        return Double.isNaN(median) ? "–" : number(median) + " [" + number(low) + ", " + number(high) + "]";
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, value < 10 ? "%.3f" : "%.1f", value);
    }
}
