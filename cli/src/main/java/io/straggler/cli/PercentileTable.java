package io.straggler.cli;

import io.straggler.model.Durations;
import io.straggler.model.Percentiles;
import io.straggler.model.RunDescription;
import io.straggler.model.Series;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** Percentiles of latency by run, with the variation between runs; then the other series, over all runs. */
final class PercentileTable {
    private static final int FIRST_COLUMN = 14;
    private static final int COLUMN = 12;
    private static final int MOST_RUNS = 8;

    private PercentileTable() {}

    static void print(List<Series> series, RunDescription run, PrintStream out) {
        List<Series> latency = series.stream()
                .filter(one -> one.name().equals("latency") && one.runId() != null)
                .limit(MOST_RUNS)
                .toList();
        List<Series> merged = series.stream().filter(one -> one.runId() == null).toList();
        if (latency.size() > 1) {
            printTable(
                    "latency",
                    latency,
                    latency.stream().map(one -> one.runId().toString()).toList(),
                    true,
                    out);
            if (run.runs().size() > MOST_RUNS) {
                out.println("  (the first " + MOST_RUNS + " of " + run.runs().size() + " runs)");
            }
            out.println();
        }
        printTable(
                latency.size() > 1 ? "all runs" : "",
                merged,
                merged.stream()
                        .map(one -> one.name().replaceFirst("^probe:", ""))
                        .toList(),
                false,
                out);
    }

    private static void printTable(
            String title, List<Series> columns, List<String> heads, boolean variation, PrintStream out) {
        StringBuilder line = new StringBuilder("  ").append(left(title));
        heads.forEach(head -> line.append(right(head)));
        out.println(line.append(variation ? right("variation") : ""));
        List<Double> known = Percentiles.SHOWN.stream()
                .filter(percentile ->
                        columns.stream().anyMatch(column -> Percentiles.measurable(percentile, column.count())))
                .toList();
        known.forEach(percentile -> printRow(percentile, columns, variation, out));
        if (known.size() < Percentiles.SHOWN.size()) {
            out.println("  " + left(percentileName(Percentiles.SHOWN.get(known.size())))
                    + "and above: not measurable, fewer than ten iterations lie there");
        }
        StringBuilder worst = new StringBuilder("  ").append(left("worst"));
        columns.forEach(column -> worst.append(right(Durations.format(column.maxNs()))));
        out.println(worst.append(
                variation ? right(variation(columns.stream().map(Series::maxNs).toList())) : ""));
    }

    private static void printRow(double percentile, List<Series> columns, boolean variation, PrintStream out) {
        StringBuilder line = new StringBuilder("  ").append(left(percentileName(percentile)));
        boolean known = true;
        for (Series column : columns) {
            boolean measurable = Percentiles.measurable(percentile, column.count());
            known &= measurable;
            line.append(right(measurable ? Durations.format(value(column, percentile)) : "–"));
        }
        if (variation && known) {
            line.append(right(variation(
                    columns.stream().map(column -> value(column, percentile)).toList())));
        }
        out.println(line);
    }

    private static long value(Series series, double percentile) {
        return series.percentiles().stream()
                .filter(point -> point.percentile() >= percentile)
                .mapToLong(Series.Point::valueNs)
                .findFirst()
                .orElse(series.maxNs());
    }

    /** (highest − lowest) / median, as on the report's page. */
    static String variation(List<Long> values) {
        long[] sorted = values.stream().mapToLong(Long::longValue).sorted().toArray();
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2.0;
        return median == 0
                ? "–"
                : String.format(Locale.ROOT, "%.0f%%", 100.0 * (sorted[sorted.length - 1] - sorted[0]) / median);
    }

    private static String percentileName(double percentile) {
        String digits = String.format(Locale.ROOT, "%.4f", percentile).replaceFirst("\\.?0+$", "");
        return digits + "%";
    }

    private static String left(String text) {
        return text + " ".repeat(Math.max(1, FIRST_COLUMN - text.length()));
    }

    private static String right(String text) {
        return " ".repeat(Math.max(1, COLUMN - text.length())) + text;
    }
}
