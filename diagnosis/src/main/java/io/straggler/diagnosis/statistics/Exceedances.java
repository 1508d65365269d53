package io.straggler.diagnosis.statistics;

import io.straggler.diagnosis.statistics.math.Autocorrelation;
import io.straggler.model.LatencyCounts;
import java.util.List;

/**
 * When, on one side, the iterations occurred that a metric rests on: those at or above a percentile, or the outliers, by period.
 */
final class Exceedances {
    /** Number of periods without exceedances between two events. */
    private static final int CALM = 5;

    private final Metric metric;
    private final List<Fork> forks;

    private final double[][] totals;

    /** Count of exceedances, or excess latency, by fork and period. */
    private final double[][] weights;

    /**
     * Looks at every period.
     *
     * @param value what the metric is on the whole side
     * @param totals iterations by fork and period
     */
    Exceedances(Metric metric, double value, Side side, double[][] totals) {
        this.metric = metric;
        this.forks = side.forks();
        this.totals = totals;
        long levelNs = metric.levelNs(value);
        this.weights = forks.stream()
                .map(fork -> fork.periods().stream()
                        .mapToDouble(period -> weight(period, levelNs))
                        .toArray())
                .toArray(double[][]::new);
    }

    private double weight(LatencyCounts period, long levelNs) {
        long[] values = period.valuesNs();
        double weight = 0;
        for (int i = values.length - 1; i >= 0 && values[i] >= levelNs; i--) {
            weight += period.counts()[i] * each(values[i]);
        }
        return weight;
    }

    private double each(long latencyNs) {
        return metric instanceof Metric.ExcessLatency excess ? Math.max(0, latencyNs - excess.normalNs()) : 1;
    }

    /**
     * How many periods they are spread over, as if evenly: the square of the sum by the sum of the squares. Iterations of one burst
     * are one event, whatever their number.
     */
    double bursts() {
        double sum = 0;
        double squares = 0;
        for (double[] fork : weights) {
            for (double weight : fork) {
                sum += weight;
                squares += weight * weight;
            }
        }
        return squares == 0 ? 0 : sum * sum / squares;
    }

    /**
     * How many independent events they are at least, where they are too few to be resampled: those of neighbouring periods are one, and of
     * several forks those of each are.
     */
    double apart() {
        int clusters = 0;
        int forksWithSome = 0;
        for (double[] fork : weights) {
            int last = Integer.MIN_VALUE / 2;
            for (int k = 0; k < fork.length; k++) {
                if (fork[k] > 0) {
                    clusters += k - last > CALM ? 1 : 0;
                    last = k;
                }
            }
            forksWithSome += last >= 0 ? 1 : 0;
        }
        double events = Math.min(bursts(), clusters);
        return weights.length >= Measurability.FORKS ? Math.min(events, forksWithSome) : events;
    }

    /**
     * Returns the time in nanoseconds for which exceedances depend on each other: the longest integrated
     * autocorrelation time of the forks.
     */
    double correlationNs() {
        double longestNs = 0;
        for (int i = 0; i < weights.length; i++) {
            double[] shares = new double[weights[i].length];
            for (int k = 0; k < shares.length; k++) {
                shares[k] = weights[i][k] / Math.max(1, totals[i][k]);
            }
            longestNs = Math.max(longestNs, forks.get(i).periodNs() * Autocorrelation.time(shares));
        }
        return longestNs;
    }
}
