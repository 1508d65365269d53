package io.straggler.cli.ping;

import io.straggler.cli.text.Screen;
import io.straggler.cli.text.Style;
import io.straggler.model.RunStatus;
import io.straggler.model.Series;
import io.straggler.model.text.Durations;
import io.straggler.model.text.LineWidth;
import io.straggler.model.text.TerminalText;
import io.straggler.model.text.TextTable;
import java.util.ArrayList;
import java.util.List;

/** The transport floors of a machine as people read them: a row for each transport. */
final class PingTable {
    private static final List<Double> PERCENTILES = List.of(50.0, 90.0, 99.0, 99.9);
    /** Number of cores that is enough for both ends, the sampler, and the threads of the JVM. */
    private static final int ENOUGH_CORES = 4;

    private static final int FIGURE = 9;

    private PingTable() {}

    /** @param cores that both ends have together */
    static void print(String title, List<PingResult> results, int cores, Screen screen) {
        LineWidth width = screen.width();
        screen.println();
        screen.println(width.wrapped("", title));
        List<String> heads = new ArrayList<>();
        PERCENTILES.forEach(percentile -> heads.add(name(percentile)));
        heads.addAll(List.of("worst", "pings", "lost"));
        TextTable table = new TextTable("transport", heads, FIGURE);
        results.forEach(result -> table.row(result.transport().label(), figures(result)));
        screen.println(table.lines(width));
        results.stream()
                .filter(result -> result.status() != RunStatus.OK)
                .forEach(result -> screen.println(
                        Style.of(result.status()),
                        width.wrapped(
                                "    ",
                                result.transport().label() + " "
                                        + result.status().label() + ": " + TerminalText.visible(result.reason()))));
        if (cores < ENOUGH_CORES
                && results.stream().anyMatch(result -> result.transport().spins())) {
            screen.println();
            screen.println(
                    Style.YELLOW,
                    width.wrapped(
                            "  ",
                            "note: a ping that spins wants a core for each end, and the sampler one more; there are "
                                    + cores + ", so the tail is that of the queue for a core"));
        }
    }

    private static String name(double percentile) {
        return "p" + Double.toString(percentile).replaceFirst("\\.0$", "");
    }

    private static List<String> figures(PingResult result) {
        List<String> figures = new ArrayList<>();
        for (double percentile : PERCENTILES) {
            figures.add(result.latencyNs(percentile).stream()
                    .mapToObj(Durations::format)
                    .findFirst()
                    .orElse("–"));
        }
        Series latency = result.latency();
        figures.add(latency == null || result.count() == 0 ? "–" : Durations.format(latency.maxNs()));
        figures.add(TerminalText.count(result.count()));
        figures.add(TerminalText.count(result.lost()));
        return figures;
    }
}
