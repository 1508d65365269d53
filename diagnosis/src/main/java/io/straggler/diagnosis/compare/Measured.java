package io.straggler.diagnosis.compare;

import java.util.Arrays;

/**
 * What each figure is on one side.
 *
 * @param side that was measured
 * @param total how many iterations
 * @param values of the figures
 * @param events how many iterations each figure rests on: outliers; for a percentile those at and above it
 */
record Measured(Side side, double total, double[] values, double[] events) {
    static Measured of(Side side, Readings readings) {
        double[] counts = new double[readings.buckets().size()];
        side.forks()
                .forEach(fork ->
                        fork.stretches().forEach(stretch -> readings.buckets().add(stretch, counts)));
        double seconds = side.forks().stream().mapToLong(Fork::lengthNs).sum() / 1e9;
        double[] values = readings.values(counts, seconds);
        return new Measured(side, Arrays.stream(counts).sum(), values, readings.events(counts, values));
    }

    Exceedances exceedances(Readings readings, int figure) {
        return new Exceedances(readings.figures().get(figure), values[figure], side);
    }
}
