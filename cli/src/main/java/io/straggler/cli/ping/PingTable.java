package io.straggler.cli.ping;

import io.straggler.model.RunStatus;
import io.straggler.model.Series;
import io.straggler.model.text.Durations;
import io.straggler.model.text.TerminalText;
import java.io.PrintStream;
import java.util.List;

/** The transport floors of a machine as people read them: a row for each transport, in at most 100 columns. */
final class PingTable {
    private static final List<Double> PERCENTILES = List.of(50.0, 90.0, 99.0, 99.9);
    /** For both ends, the sampler, and the JVM's own threads. */
    private static final int ENOUGH_CORES = 4;

    private static final int NAME = 15;
    private static final int FIGURE = 9;

    private PingTable() {}

    /** @param cores that both ends have together */
    static void print(String title, List<PingResult> results, int cores, PrintStream out) {
        out.println();
        out.println(title);
        StringBuilder head = new StringBuilder("  ").append(TerminalText.left("transport", NAME));
        PERCENTILES.forEach(percentile -> head.append(TerminalText.right(name(percentile), FIGURE)));
        out.println(head.append(TerminalText.right("worst", FIGURE))
                .append(TerminalText.right("pings", 10))
                .append(TerminalText.right("lost", 7)));
        results.forEach(result -> printRow(result, out));
        if (cores < ENOUGH_CORES
                && results.stream().anyMatch(result -> result.transport().spins())) {
            out.println();
            TerminalText.wrapped(
                            "  ",
                            "note: a ping that spins wants a core for each end, and the sampler one more; there are "
                                    + cores + ", so the tail is that of the queue for a core")
                    .forEach(out::println);
        }
    }

    private static String name(double percentile) {
        return "p" + Double.toString(percentile).replaceFirst("\\.0$", "");
    }

    private static void printRow(PingResult result, PrintStream out) {
        StringBuilder row = new StringBuilder("  ")
                .append(TerminalText.left(result.transport().label(), NAME));
        for (double percentile : PERCENTILES) {
            String value = result.latencyNs(percentile).stream()
                    .mapToObj(Durations::format)
                    .findFirst()
                    .orElse("–");
            row.append(TerminalText.right(value, FIGURE));
        }
        Series latency = result.latency();
        row.append(TerminalText.right(
                latency == null || result.count() == 0 ? "–" : Durations.format(latency.maxNs()), FIGURE));
        row.append(TerminalText.right(TerminalText.count(result.count()), 10));
        row.append(TerminalText.right(TerminalText.count(result.lost()), 7));
        out.println(row);
        if (result.status() != RunStatus.OK) {
            TerminalText.wrapped("    ", result.status().label() + ": " + TerminalText.visible(result.reason()))
                    .forEach(out::println);
        }
    }
}
