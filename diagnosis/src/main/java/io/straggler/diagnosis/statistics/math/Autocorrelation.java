package io.straggler.diagnosis.statistics.math;

/** Time for which the values of a series depend on each other. */
public final class Autocorrelation {
    /** The sum is cut off at this many times its own value: beyond, it gains noise only. */
    private static final double WINDOW = 5;

    private Autocorrelation() {}

    /**
     * Returns the integrated autocorrelation time, {@code 1 + 2 Σ ρ(k)}, in steps: the number of neighbours that are
     * worth one independent value. At least 1, which it is for independent values and for a series that never changes.
     *
     * <p>The window of the sum is A. Sokal's, Monte Carlo Methods in Statistical Mechanics, 1989.
     */
    public static double time(double[] series) {
        double[] deviations = deviations(series);
        double squares = products(deviations, 0);
        if (squares == 0) {
            return 1;
        }
        double time = 1;
        for (int lag = 1; lag < series.length / 2 && lag < WINDOW * time; lag++) {
            time += 2 * products(deviations, lag) / squares;
        }
        return Math.max(1, time);
    }

    /**
     * Returns the factor by which the variance of block means has to be multiplied, because the last value of one block
     * depends on the first of the next: exact for an autoregressive series of first order and blocks that are long
     * against {@code time}.
     */
    public static double betweenBlocks(double time, double blockLength) {
        return 1 / (1 - Math.min(0.5, (time * time - 1) / (2 * time * blockLength)));
    }

    private static double[] deviations(double[] series) {
        double sum = 0;
        for (double value : series) {
            sum += value;
        }
        double[] deviations = new double[series.length];
        for (int i = 0; i < series.length; i++) {
            deviations[i] = series[i] - sum / series.length;
        }
        return deviations;
    }

    private static double products(double[] deviations, int lag) {
        double sum = 0;
        for (int i = lag; i < deviations.length; i++) {
            sum += deviations[i] * deviations[i - lag];
        }
        return sum;
    }
}
