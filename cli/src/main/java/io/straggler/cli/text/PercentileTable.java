package io.straggler.cli.text;

import io.straggler.diagnosis.LatencyStatistics;
import io.straggler.diagnosis.statistics.Estimate;
import io.straggler.diagnosis.statistics.SampleEstimate;
import io.straggler.model.Percentiles;
import io.straggler.model.RunDescription;
import io.straggler.model.Series;
import io.straggler.model.text.Durations;
import io.straggler.model.text.LineWidth;
import io.straggler.model.text.TerminalText;
import java.util.List;
import java.util.Locale;

/** Percentiles of latency by run, with the variation between runs; then the other series, over all runs. */
public final class PercentileTable {
    private static final int INDENT = 2;
    private static final int FIRST_COLUMN = 14;
    private static final int NARROWEST = 10;
    private static final int MAX_RUNS = 8;

    /** Columns of an interval. */
    private static final int INTERVAL = 19;

    private PercentileTable() {}

    /** @param statistics how surely the latencies of all runs are known */
    static void print(List<Series> series, LatencyStatistics statistics, RunDescription run, Screen screen) {
        List<Series> latency = series.stream()
                .filter(one -> one.name().equals(Series.LATENCY) && one.runId() != null)
                .limit(MAX_RUNS)
                .toList();
        if (latency.size() > 1) {
            Columns all = new Columns(
                    latency,
                    latency.stream().map(one -> String.valueOf(one.runId())).toList());
            // One column is the variation's.
            Columns runs = all.from(0, Math.max(2, all.fitting(0, NARROWEST, screen.width())));
            printTable("latency", runs, true, LatencyStatistics.NONE, screen);
            if (run.runs().size() > runs.series().size()) {
                screen.println("  (the first " + runs.series().size() + " of "
                        + run.runs().size() + " runs)");
            }
            screen.println();
        }
        Columns merged = Columns.merged(series);
        int to;
        for (int from = 0; from < merged.series().size(); from = to) {
            LatencyStatistics shown = from == 0 ? statistics : LatencyStatistics.NONE;
            int intervals = shown.percentiles().isEmpty() ? 0 : INTERVAL;
            to = from + merged.fitting(from, intervals, screen.width());
            if (from > 0) {
                screen.println();
            }
            printTable(latency.size() > 1 ? "all runs" : "", merged.from(from, to), false, shown, screen);
        }
        statistics.percentiles().stream()
                .filter(one -> one.estimate().isEmpty() && !fewEvents(one))
                .findFirst()
                .ifPresent(one -> explain("–: " + one.note(), screen));
        if (statistics.percentiles().stream().anyMatch(PercentileTable::fewEvents)) {
            explain(
                    "from few stalls: the iterations there were slow together, so another run may differ widely",
                    screen);
        }
    }

    /** Series beside each other, each below its head. */
    private record Columns(List<Series> series, List<String> heads) {
        static Columns merged(List<Series> series) {
            List<Series> merged = series.stream()
                    .filter(one -> one.runId() == null && !one.name().startsWith(Series.GROUP_PREFIX))
                    .toList();
            return new Columns(
                    merged,
                    merged.stream()
                            .map(one -> TerminalText.visible(one.name().replaceFirst("^probe:", "")))
                            .toList());
        }

        Columns from(int from, int to) {
            return new Columns(series.subList(from, to), heads.subList(from, to));
        }

        /**
         * Returns the number of columns with room from one on, at least one; a head without room beside others gets a
         * separate table.
         */
        int fitting(int from, int taken, LineWidth width) {
            int room = width.columns() - INDENT - FIRST_COLUMN - taken;
            int fitting = 1;
            while (from + fitting < heads.size()
                    && (fitting + 1) * from(from, from + fitting + 1).width() <= room) {
                fitting++;
            }
            return fitting;
        }

        int width() {
            return Math.max(
                    NARROWEST, 2 + heads.stream().mapToInt(String::length).max().orElse(0));
        }
    }

    private static void explain(String sentence, Screen screen) {
        screen.println(screen.width().wrapped("  ", sentence));
    }

    private static boolean fewEvents(SampleEstimate estimate) {
        return estimate.estimate().isEmpty() && estimate.events() < SampleEstimate.EVENTS_NEEDED;
    }

    /** Returns what is printed beside a percentile of the latencies. */
    private static String certainty(double percentile, LatencyStatistics statistics, long worstNs) {
        return statistics
                .percentile(percentile)
                .map(one -> one.estimate()
                        .map(known -> interval(known, worstNs))
                        .orElseGet(() -> fewEvents(one) ? "from " + stalls(one.events()) : "–"))
                .orElse("");
    }

    /** Returns the interval; an upper end beyond everything measured is not known to any digit. */
    private static String interval(Estimate known, long worstNs) {
        return known.high() > worstNs
                ? Durations.format(Math.round(known.low())) + " or more"
                : TerminalText.interval(Math.round(known.low()), Math.round(known.high()));
    }

    /** Number of separate stalls that a percentile comes from, in brackets, if they are few; empty where they are enough, or not known. */
    static String restsOn(double percentile, LatencyStatistics statistics) {
        return statistics
                .percentile(percentile)
                .filter(PercentileTable::fewEvents)
                .map(one -> " (from " + stalls(one.events()) + ")")
                .orElse("");
    }

    /** @param events how many independent ones the iterations beyond it are worth */
    private static String stalls(double events) {
        long whole = Math.max(1, Math.round(events));
        return whole == 1 ? "one stall" : whole + " stalls";
    }

    private static void printTable(
            String title, Columns shown, boolean variation, LatencyStatistics statistics, Screen screen) {
        List<Series> columns = shown.series();
        boolean intervals = !statistics.percentiles().isEmpty();
        boolean apart = INDENT + FIRST_COLUMN + shown.width() + (intervals ? INTERVAL : 0)
                > screen.width().columns();
        int width = apart ? NARROWEST : shown.width();
        if (apart) {
            screen.println(screen.width().wrapped("  ", String.join(" ", shown.heads())));
        }
        StringBuilder line = new StringBuilder("  ").append(left(title));
        for (int i = 0; i < columns.size(); i++) {
            line.append(right(apart ? "" : shown.heads().get(i), width))
                    .append(i == 0 && intervals ? right("95% interval", INTERVAL) : "");
        }
        line.append(variation ? right("variation", width) : "");
        if (!line.toString().isBlank()) {
            screen.println(line.toString().stripTrailing());
        }
        List<Double> known = Percentiles.SHOWN.stream()
                .filter(percentile ->
                        columns.stream().anyMatch(column -> Percentiles.measurable(percentile, column.count())))
                .toList();
        known.forEach(percentile -> printRow(percentile, columns, width, variation, statistics, screen));
        if (known.size() < Percentiles.SHOWN.size()) {
            screen.println(screen.width()
                    .behind(
                            "  " + left(percentileName(Percentiles.SHOWN.get(known.size()))),
                            "and above: not measurable, fewer than ten iterations lie there"));
        }
        StringBuilder worst = new StringBuilder("  ").append(left("worst"));
        for (int i = 0; i < columns.size(); i++) {
            worst.append(right(Durations.format(columns.get(i).maxNs()), width))
                    .append(" ".repeat(i == 0 && intervals ? INTERVAL : 0));
        }
        worst.append(
                variation ? right(variation(columns.stream().map(Series::maxNs).toList()), width) : "");
        screen.println(worst.toString().stripTrailing());
    }

    private static void printRow(
            double percentile,
            List<Series> columns,
            int width,
            boolean variation,
            LatencyStatistics statistics,
            Screen screen) {
        StringBuilder line = new StringBuilder("  ").append(left(percentileName(percentile)));
        boolean known = true;
        for (Series column : columns) {
            boolean measurable = Percentiles.measurable(percentile, column.count());
            known &= measurable;
            line.append(right(measurable ? Durations.format(value(column, percentile)) : "–", width));
            if (column == columns.get(0) && !statistics.percentiles().isEmpty()) {
                line.append(right(certainty(percentile, statistics, column.maxNs()), INTERVAL));
            }
        }
        if (variation && known) {
            line.append(right(
                    variation(columns.stream()
                            .map(column -> value(column, percentile))
                            .toList()),
                    width));
        }
        screen.println(line.toString().stripTrailing());
    }

    public static long value(Series series, double percentile) {
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

    public static String percentileName(double percentile) {
        String digits = String.format(Locale.ROOT, "%.4f", percentile).replaceFirst("\\.?0+$", "");
        return digits + "%";
    }

    private static String left(String text) {
        return text + " ".repeat(Math.max(1, FIRST_COLUMN - text.length()));
    }

    private static String right(String text, int width) {
        return " ".repeat(Math.max(1, width - text.length())) + text;
    }
}
