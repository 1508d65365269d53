package io.straggler.cli.text;

import io.straggler.anyrecording.ForeignEvents;
import io.straggler.anyrecording.ListedEvent;
import io.straggler.model.Percentiles;
import io.straggler.model.text.Durations;
import io.straggler.model.text.TerminalText;
import java.util.ArrayList;
import java.util.List;

/** The events of a recording that could be iterations, and how to say which are. */
public final class EventLines {
    private static final int MOST = 30;
    private static final int COLUMN = 11;
    private static final int LONGEST_NAME = TerminalText.WIDTH - 4 * COLUMN - 4;

    private EventLines() {}

    /** @param file as the reader wrote it */
    public static List<String> of(String file, ForeignEvents found) {
        List<ListedEvent> events = found.events();
        List<String> lines = new ArrayList<>();
        lines.add("");
        if (events.isEmpty()) {
            lines.add(TerminalText.visible(file) + " holds no run of Straggler, and no event with a duration.");
        } else {
            lines.add(TerminalText.visible(file)
                    + " holds no run of Straggler. These events have a duration and can be iterations:");
            lines.add("");
            addTable(events, lines);
            lines.add("");
            lines.add("  Why were the slowest of them slow? For example:");
            lines.add("    straggler report " + quoted(file) + " --iterations "
                    + quoted(example(events).name()));
        }
        for (String problem : found.problems()) {
            lines.addAll(TerminalText.wrapped("  ", "note: " + problem));
        }
        return lines;
    }

    /** As a shell takes it for what it is: names of nested classes have a dollar sign. */
    private static String quoted(String text) {
        String visible = TerminalText.visible(text);
        return visible.matches("[\\w./:@%+,=-]+") ? visible : "'" + visible.replace("'", "'\\''") + "'";
    }

    private static void addTable(List<ListedEvent> events, List<String> lines) {
        int name = events.stream()
                .limit(MOST)
                .mapToInt(event -> Math.min(LONGEST_NAME, event.name().length()))
                .max()
                .orElse(0);
        lines.add("  " + TerminalText.left("event", name) + column("count") + column("p50") + column("p99.9")
                + column("worst"));
        for (ListedEvent event : events.subList(0, Math.min(MOST, events.size()))) {
            lines.add("  " + TerminalText.left(TerminalText.fit(event.name(), LONGEST_NAME), name)
                    + column(TerminalText.count(event.count()))
                    + percentile(50, event.count(), event.p50Ns())
                    + percentile(99.9, event.count(), event.p999Ns())
                    + column(Durations.format(event.maxNs())));
        }
        if (events.size() > MOST) {
            lines.add("  and " + TerminalText.counted(events.size() - MOST, "rarer type"));
        }
    }

    private static String percentile(double percentile, long count, long ns) {
        return column(Percentiles.measurable(percentile, count) ? Durations.format(ns) : "\u2013");
    }

    private static String column(String text) {
        return TerminalText.right(text, COLUMN);
    }

    /** The program's own, or else what the JVM says of a thread that waits: most of its other events have no thread. */
    private static ListedEvent example(List<ListedEvent> events) {
        return events.stream()
                .filter(event -> !event.ofTheJvm() || event.ofWaitingThreads())
                .findFirst()
                .orElse(events.get(0));
    }
}
