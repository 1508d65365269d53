package io.straggler.diagnosis;

import io.straggler.model.Percentiles;
import io.straggler.model.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Latencies of a run as multiples of a reference run, percentile by percentile.
 *
 * @param points the percentiles that both have enough values for; empty where there is no reference
 */
public record RelativeLatency(List<Point> points) {
    /** The name of the series that holds the reference run's latencies. */
    public static final String SERIES = "reference";

    /** Copies the points, so that the record is immutable. */
    public RelativeLatency {
        points = List.copyOf(points);
    }

    /** One percentile of both. */
    public record Point(double percentile, long referenceNs, long latencyNs) {
        /** The latency as a multiple of the reference. */
        public double multiple() {
            return (double) latencyNs / Math.max(1, referenceNs);
        }
    }

    /** Compares a run's series with the reference among them. */
    public static RelativeLatency of(List<Series> series) {
        Optional<Series> reference = merged(SERIES, series);
        Optional<Series> latency = merged(Series.LATENCY, series);
        List<Point> points = new ArrayList<>();
        if (reference.isPresent() && latency.isPresent()) {
            for (double percentile : Percentiles.SHOWN) {
                if (Percentiles.measurable(percentile, reference.get().count())
                        && Percentiles.measurable(percentile, latency.get().count())) {
                    points.add(new Point(
                            percentile, valueNs(percentile, reference.get()), valueNs(percentile, latency.get())));
                }
            }
        }
        return new RelativeLatency(points);
    }

    private static Optional<Series> merged(String name, List<Series> series) {
        return series.stream()
                .filter(one -> one.name().equals(name) && one.runId() == null)
                .findFirst();
    }

    private static long valueNs(double percentile, Series series) {
        return series.percentiles().stream()
                .filter(point -> point.percentile() >= percentile - 1e-9)
                .mapToLong(Series.Point::valueNs)
                .findFirst()
                .orElse(series.maxNs());
    }
}
