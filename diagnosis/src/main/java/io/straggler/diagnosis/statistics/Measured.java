package io.straggler.diagnosis.statistics;

import io.straggler.model.LatencyCounts;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Values of metrics on one side.
 *
 * @param side that was measured
 * @param total how many iterations
 * @param periodTotals how many iterations, by fork and period
 * @param metrics in the order of tables
 * @param values of the metrics
 * @param events how many iterations each metric rests on: outliers; for a percentile those at and above it
 */
record Measured(
        Side side, double total, double[][] periodTotals, List<Metric> metrics, double[] values, double[] events) {
    static Measured of(Side side, Buckets buckets, List<Metric> metrics) {
        Sample sample = Sample.ofForks(side, buckets);
        double[] values = new double[metrics.size()];
        double[] events = new double[metrics.size()];
        for (int k = 0; k < values.length; k++) {
            values[k] = sample.reading(metrics.get(k)).applyAsDouble(sample.once());
            events[k] = sample.from(metrics.get(k).levelNs(values[k]));
        }
        double[][] periodTotals = side.forks().stream()
                .map(fork -> fork.periods().stream()
                        .mapToDouble(LatencyCounts::total)
                        .toArray())
                .toArray(double[][]::new);
        return new Measured(side, sample.total(), periodTotals, metrics, values, events);
    }

    /** Returns the values of some of the metrics. */
    Measured only(List<Metric> some) {
        int[] kept = some.stream().mapToInt(metrics::indexOf).toArray();
        return new Measured(
                side,
                total,
                periodTotals,
                some,
                IntStream.of(kept).mapToDouble(k -> values[k]).toArray(),
                IntStream.of(kept).mapToDouble(k -> events[k]).toArray());
    }

    /** When the iterations occurred that a metric rests on. */
    Exceedances exceedances(int metric) {
        return new Exceedances(metrics.get(metric), values[metric], side, periodTotals);
    }
}
