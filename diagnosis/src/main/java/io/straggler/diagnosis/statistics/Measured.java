package io.straggler.diagnosis.statistics;

import io.straggler.model.LatencyCounts;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What figures are on one side.
 *
 * @param side that was measured
 * @param total how many iterations
 * @param periodTotals how many iterations, by fork and period
 * @param figures in the order of tables
 * @param values of the figures
 * @param events how many iterations each figure rests on: outliers; for a percentile those at and above it
 */
record Measured(
        Side side, double total, double[][] periodTotals, List<Figure> figures, double[] values, double[] events) {
    static Measured of(Side side, Buckets buckets, List<Figure> figures) {
        Sample sample = Sample.ofForks(side, buckets);
        double[] values = new double[figures.size()];
        double[] events = new double[figures.size()];
        for (int k = 0; k < values.length; k++) {
            values[k] = sample.reading(figures.get(k)).applyAsDouble(sample.once());
            events[k] = sample.from(figures.get(k).levelNs(values[k]));
        }
        double[][] periodTotals = side.forks().stream()
                .map(fork -> fork.periods().stream()
                        .mapToDouble(LatencyCounts::total)
                        .toArray())
                .toArray(double[][]::new);
        return new Measured(side, sample.total(), periodTotals, figures, values, events);
    }

    /** The same of some of the figures. */
    Measured only(List<Figure> some) {
        int[] kept = some.stream().mapToInt(figures::indexOf).toArray();
        return new Measured(
                side,
                total,
                periodTotals,
                some,
                IntStream.of(kept).mapToDouble(k -> values[k]).toArray(),
                IntStream.of(kept).mapToDouble(k -> events[k]).toArray());
    }

    /** When the iterations occurred that a figure rests on. */
    Exceedances exceedances(int figure) {
        return new Exceedances(figures.get(figure), values[figure], side, periodTotals);
    }
}
