package io.straggler.cli.text;

import io.straggler.anyrecording.ForeignEvents;
import io.straggler.anyrecording.ListedEvent;
import io.straggler.model.Percentiles;
import io.straggler.model.text.Durations;
import io.straggler.model.text.LineWidth;
import io.straggler.model.text.TerminalText;
import io.straggler.model.text.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The events of a recording that could be iterations, and how to say which are. */
public final class EventLines {
    private static final int MOST = 30;
    private static final int COLUMN = 11;

    private EventLines() {}

    /** @param file as the reader wrote it */
    public static List<String> of(String file, ForeignEvents found, LineWidth width) {
        return of(file, List.of(file), found, width);
    }

    /**
     * The events of a recording of several files.
     *
     * @param file name of the recording
     * @param arguments files and folders as the reader wrote them
     */
    public static List<String> of(String file, List<String> arguments, ForeignEvents found, LineWidth width) {
        List<ListedEvent> events = found.events();
        List<String> lines = new ArrayList<>();
        lines.add("");
        if (events.isEmpty()) {
            lines.addAll(width.wrapped(
                    "", TerminalText.visible(file) + " holds no run of Straggler, and no event with a duration."));
        } else {
            lines.addAll(width.wrapped(
                    "",
                    TerminalText.visible(file)
                            + " holds no run of Straggler. These events have a duration and can be iterations:"));
            lines.add("");
            addTable(events, lines, width);
            if (found.otherTypes() > 0) {
                lines.addAll(width.wrapped(
                        "  ",
                        "and others: " + TerminalText.counted(found.otherTypes(), "type") + " with "
                                + TerminalText.counted(found.otherEvents(), "event") + ", for only the first "
                                + ForeignEvents.MAX_TYPES + " types are measured"));
            }
            lines.add("");
            String files = arguments.stream().map(EventLines::quoted).collect(Collectors.joining(" "));
            addAdvice(files, found, lines, width);
        }
        for (String problem : found.problems()) {
            lines.addAll(width.wrapped("  ", "note: " + problem));
        }
        return lines;
    }

    /** Quotes a text for a shell: names of nested classes have a dollar sign. */
    private static String quoted(String text) {
        String visible = TerminalText.visible(text);
        return visible.matches("[\\w./:@%+,=-]+") ? visible : "'" + visible.replace("'", "'\\''") + "'";
    }

    private static void addTable(List<ListedEvent> events, List<String> lines, LineWidth width) {
        TextTable table = new TextTable("event", List.of("count", "p50", "p99.9", "worst"), COLUMN);
        events.stream()
                .limit(MOST)
                .forEach(event -> table.row(
                        event.name(),
                        List.of(
                                TerminalText.count(event.count()),
                                percentile(50, event.count(), event.p50Ns()),
                                percentile(99.9, event.count(), event.p999Ns()),
                                Durations.format(event.maxNs()))));
        lines.addAll(table.lines(width));
        if (events.size() > MOST) {
            lines.add("  and " + TerminalText.counted(events.size() - MOST, "rarer type"));
        }
    }

    private static String percentile(double percentile, long count, long ns) {
        return Percentiles.measurable(percentile, count) ? Durations.format(ns) : "\u2013";
    }

    private static void addAdvice(String files, ForeignEvents found, List<String> lines, LineWidth width) {
        found.recommended()
                .ifPresentOrElse(
                        event -> {
                            lines.add("  Why were the slowest of them slow? For example:");
                            lines.add("    straggler report " + files + " --iterations " + quoted(event.name()));
                        },
                        () -> {
                            lines.addAll(IterationWays.lines(files, width));
                            addWaits(found, lines, width);
                        });
    }

    private static void addWaits(ForeignEvents found, List<String> lines, LineWidth width) {
        found.events().stream()
                .filter(event -> event.sort() == ListedEvent.Sort.WAIT)
                .findFirst()
                .ifPresent(wait -> lines.addAll(width.wrapped(
                        "  ",
                        "Waits can be iterations too, though most are a part of some work, or of none: --iterations "
                                + TerminalText.visible(wait.name())
                                + " explains them, without those of threads that wait for work.")));
    }
}
