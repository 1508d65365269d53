package io.straggler.benchmarks.example;

import io.straggler.Analysis;
import io.straggler.model.Percentiles;
import io.straggler.model.Series;
import io.straggler.model.text.Durations;
import java.util.List;
import java.util.function.DoubleToLongFunction;

/**
 * A line of percentiles.
 *
 * @param count values that they are of: those that fewer than ten values lie above are not shown
 */
record PercentileRow(String name, long count, DoubleToLongFunction percentileNs, long worstNs) {
    static final String HEAD =
            "                        p50       p90       p99     p99.9    p99.99   p99.999     worst         values";

    private static final List<Double> SHOWN = List.of(50.0, 90.0, 99.0, 99.9, 99.99, 99.999);

    /** A series over all runs of an analysis. */
    static PercentileRow of(Analysis analysis, String name) {
        Series series = analysis.series().stream()
                .filter(each -> each.name().equals(name) && each.runId() == null)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("run must have the series " + name));
        return new PercentileRow(
                "  " + name, series.count(), percentile -> valueNs(series, percentile), series.maxNs());
    }

    private static long valueNs(Series series, double percentile) {
        return series.percentiles().stream()
                .filter(point -> point.percentile() >= percentile)
                .mapToLong(Series.Point::valueNs)
                .findFirst()
                .orElse(series.maxNs());
    }

    void print() {
        StringBuilder line = new StringBuilder(String.format("%-17s", name));
        for (double percentile : SHOWN) {
            line.append(cell(
                    Percentiles.measurable(percentile, count)
                            ? Durations.format(percentileNs.applyAsLong(percentile))
                            : "–"));
        }
        System.out.println(line.append(cell(Durations.format(worstNs))).append(String.format("%15d", count)));
    }

    private static String cell(String text) {
        return String.format("%10s", text);
    }
}
