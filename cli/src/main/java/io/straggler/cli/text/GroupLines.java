package io.straggler.cli.text;

import io.straggler.diagnosis.IterationGroup;
import io.straggler.model.text.Durations;
import io.straggler.model.text.TerminalText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;

/** Percentiles of each group of iterations, a line for each; and what made the outliers of each slow. */
final class GroupLines {
    private static final int MOST = 20;
    private static final int COLUMN = 11;
    private static final int COUNT = 10;
    private static final List<Double> SHOWN = List.of(50.0, 99.0, 99.9);
    private static final int LONGEST_NAME = TerminalText.WIDTH - (SHOWN.size() + 2) * COLUMN - 2;

    private GroupLines() {}

    /** @param by what the groups differ in */
    static List<String> of(List<IterationGroup> groups, String by) {
        List<String> lines = new ArrayList<>();
        if (groups.isEmpty()) {
            return lines;
        }
        String title = "by " + by;
        int name = Math.max(
                title.length(),
                groups.stream()
                        .limit(MOST)
                        .mapToInt(group -> name(group, LONGEST_NAME).length())
                        .max()
                        .orElse(0));
        StringBuilder head = new StringBuilder("  " + TerminalText.left(title, name) + column("count"));
        SHOWN.forEach(percentile -> head.append(column(PercentileTable.percentileName(percentile))));
        lines.add(head + column("worst"));
        groups.stream().limit(MOST).forEach(group -> lines.add(line(group, name)));
        if (groups.size() > MOST) {
            lines.add("  and " + TerminalText.counted(groups.size() - MOST, "group") + " with a lower worst");
        }
        return lines;
    }

    private static String line(IterationGroup group, int name) {
        StringBuilder line = new StringBuilder("  "
                + TerminalText.left(name(group, LONGEST_NAME), name)
                + column(TerminalText.count(group.latencies().count())));
        for (double percentile : SHOWN) {
            OptionalLong ns = group.valueNs(percentile);
            line.append(column(ns.isPresent() ? Durations.format(ns.getAsLong()) : "\u2013"));
        }
        return line + column(Durations.format(group.latencies().maxNs()));
    }

    /** What made the outliers of each group slow, those that took most first. */
    static List<String> outliers(List<IterationGroup> groups, String by) {
        List<IterationGroup> slow = groups.stream()
                .filter(group -> group.outliers() > 0)
                .sorted(Comparator.comparingLong(IterationGroup::excessNs).reversed())
                .toList();
        List<String> lines = new ArrayList<>();
        if (slow.isEmpty()) {
            return lines;
        }
        lines.add("  outliers by " + by + ": how many \u00b7 beyond usual work \u00b7 what took most of that");
        List<IterationGroup> shown = slow.subList(0, Math.min(MOST, slow.size()));
        int cause =
                shown.stream().mapToInt(group -> leading(group).length()).max().orElse(0);
        for (IterationGroup group : shown) {
            String start = TerminalText.right(TerminalText.count(group.outliers()), COUNT)
                    + column(Durations.format(group.excessNs())) + "  "
                    + TerminalText.left(leading(group), cause) + "  ";
            lines.add(start + name(group, TerminalText.WIDTH - start.length()));
        }
        if (slow.size() > MOST) {
            lines.add("  and outliers of " + TerminalText.counted(slow.size() - MOST, "other group"));
        }
        return lines;
    }

    private static String leading(IterationGroup group) {
        return group.leading()
                .map(leading -> leading.cause().label() + " " + 100 * leading.ns() / group.excessNs() + "%")
                .orElse("");
    }

    private static String name(IterationGroup group, int columns) {
        return TerminalText.fit(group.name(), columns);
    }

    private static String column(String text) {
        return TerminalText.right(text, COLUMN);
    }
}
