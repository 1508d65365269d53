package io.straggler.model;

import java.util.List;

/** Which percentiles are shown, and when a sample is too small to know one. */
public final class Percentiles {
    /** The rows of every table, in order. */
    public static final List<Double> SHOWN = List.of(50.0, 90.0, 99.0, 99.7, 99.9, 99.99, 99.999, 99.9999);

    /** Smallest number of values expected above a percentile; with fewer, its value is luck. */
    private static final double VALUES_ABOVE = 10;

    private Percentiles() {}

    /** Whether {@code count} values are enough to speak of {@code percentile}: at least ten of them should lie above it. */
    public static boolean measurable(double percentile, long count) {
        // A hair of slack, because 1 - 0.999 is not exactly 0.001.
        return count * (1 - percentile / 100) >= VALUES_ABOVE * (1 - 1e-9);
    }

    /** How many values are enough to speak of {@code percentile}. */
    public static long needed(double percentile) {
        long count = Math.round(VALUES_ABOVE / (1 - percentile / 100));
        return measurable(percentile, count) ? count : count + 1;
    }
}
