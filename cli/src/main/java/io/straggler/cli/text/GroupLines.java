package io.straggler.cli.text;

import io.straggler.diagnosis.IterationGroup;
import io.straggler.model.text.Durations;
import io.straggler.model.text.LineWidth;
import io.straggler.model.text.TerminalText;
import io.straggler.model.text.TextTable;
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

    private GroupLines() {}

    /** @param by what the groups differ in */
    static List<String> of(List<IterationGroup> groups, String by, LineWidth width) {
        if (groups.isEmpty()) {
            return List.of();
        }
        List<String> heads = new ArrayList<>(List.of("count"));
        SHOWN.forEach(percentile -> heads.add(PercentileTable.percentileName(percentile)));
        heads.add("worst");
        TextTable table = new TextTable("by " + by, heads, COLUMN);
        groups.stream().limit(MOST).forEach(group -> table.row(group.name(), cells(group)));
        List<String> lines = table.lines(width);
        if (groups.size() > MOST) {
            lines.add("  and " + TerminalText.counted(groups.size() - MOST, "group") + " with a lower worst");
        }
        return lines;
    }

    private static List<String> cells(IterationGroup group) {
        List<String> cells =
                new ArrayList<>(List.of(TerminalText.count(group.latencies().count())));
        for (double percentile : SHOWN) {
            OptionalLong ns = group.valueNs(percentile);
            cells.add(ns.isPresent() ? Durations.format(ns.getAsLong()) : "\u2013");
        }
        cells.add(Durations.format(group.latencies().maxNs()));
        return cells;
    }

    /** Returns the causes of each group's outliers, the group with the largest excess first. */
    static List<String> outliers(List<IterationGroup> groups, String by, LineWidth width) {
        List<IterationGroup> slow = groups.stream()
                .filter(group -> group.outliers() > 0)
                .sorted(Comparator.comparingLong(IterationGroup::excessNs).reversed())
                .toList();
        List<String> lines = new ArrayList<>();
        if (slow.isEmpty()) {
            return lines;
        }
        lines.addAll(width.wrapped(
                "  ", "outliers by " + by + ": how many \u00b7 beyond usual work \u00b7 what took most of that"));
        List<IterationGroup> shown = slow.subList(0, Math.min(MOST, slow.size()));
        int cause =
                shown.stream().mapToInt(group -> leading(group).length()).max().orElse(0);
        for (IterationGroup group : shown) {
            String start = TerminalText.right(TerminalText.count(group.outliers()), COUNT)
                    + column(Durations.format(group.excessNs())) + "  "
                    + TerminalText.left(leading(group), cause) + "  ";
            lines.addAll(width.behind(start, TerminalText.visible(group.name())));
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

    private static String column(String text) {
        return TerminalText.right(text, COLUMN);
    }
}
