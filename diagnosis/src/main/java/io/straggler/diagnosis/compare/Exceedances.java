package io.straggler.diagnosis.compare;

import io.straggler.model.LatencyCounts;
import java.util.List;

/**
 * When, on one side, the iterations occurred that a figure rests on: those at or above a percentile, or the outliers, by stretch of time.
 */
final class Exceedances {
    private final Figure figure;
    private final long levelNs;
    private final List<Fork> forks;

    /** @param value what the figure is on the whole side */
    Exceedances(Figure figure, double value, Side side) {
        this.figure = figure;
        this.levelNs = Readings.levelNs(figure, value);
        this.forks = side.forks();
    }

    /**
     * How many stretches they are spread over, as if evenly: the square of the sum by the sum of the squares. Iterations of one burst
     * are one event, whatever their number.
     */
    double bursts() {
        double sum = 0;
        double squares = 0;
        for (Fork fork : forks) {
            for (LatencyCounts stretch : fork.stretches()) {
                double weight = weight(stretch);
                sum += weight;
                squares += weight * weight;
            }
        }
        return squares == 0 ? 0 : sum * sum / squares;
    }

    /** For how long they depend on each other: the longest integrated autocorrelation time of the forks. */
    double correlationNs() {
        return forks.stream()
                .mapToDouble(fork -> fork.stretchNs() * Autocorrelation.time(shares(fork)))
                .max()
                .orElseThrow();
    }

    private double[] shares(Fork fork) {
        return fork.stretches().stream()
                .mapToDouble(stretch -> weight(stretch) / Math.max(1, stretch.total()))
                .toArray();
    }

    private double weight(LatencyCounts stretch) {
        double weight = 0;
        for (int i = stretch.bucketOf(levelNs); i < stretch.counts().length; i++) {
            weight += stretch.counts()[i] * each(stretch.valuesNs()[i]);
        }
        return weight;
    }

    private double each(long latencyNs) {
        return figure instanceof Figure.InflictedLatency inflicted ? Math.max(0, latencyNs - inflicted.normalNs()) : 1;
    }
}
