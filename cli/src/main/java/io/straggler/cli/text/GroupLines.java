package io.straggler.cli.text;

import io.straggler.model.Percentiles;
import io.straggler.model.Series;
import io.straggler.model.text.Durations;
import java.util.ArrayList;
import java.util.List;

/** Percentiles of each value of the field that groups iterations, a line for each. */
final class GroupLines {
    private static final int MOST = 20;
    private static final int COLUMN = 11;
    private static final List<Double> SHOWN = List.of(50.0, 99.0, 99.9);
    private static final int LONGEST_NAME = TerminalText.WIDTH - (SHOWN.size() + 2) * COLUMN - 2;

    private GroupLines() {}

    /** @param field whose values they are */
    static List<String> of(List<Series> all, String field) {
        List<Series> groups = all.stream()
                .filter(one -> one.runId() == null && one.name().startsWith(Series.GROUP_PREFIX))
                .toList();
        List<String> lines = new ArrayList<>();
        if (groups.isEmpty()) {
            return lines;
        }
        String title = "by " + field;
        int name = Math.max(
                title.length(),
                groups.stream()
                        .limit(MOST)
                        .mapToInt(group ->
                                TerminalText.fit(name(group), LONGEST_NAME).length())
                        .max()
                        .orElse(0));
        StringBuilder head = new StringBuilder("  " + TerminalText.left(title, name) + column("count"));
        SHOWN.forEach(percentile -> head.append(column(PercentileTable.percentileName(percentile))));
        lines.add(head + column("worst"));
        groups.stream().limit(MOST).forEach(group -> lines.add(line(group, name)));
        if (groups.size() > MOST) {
            lines.add("  and " + TerminalText.counted(groups.size() - MOST, "value") + " with a lower worst");
        }
        return lines;
    }

    private static String line(Series group, int name) {
        StringBuilder line = new StringBuilder("  "
                + TerminalText.left(TerminalText.fit(name(group), LONGEST_NAME), name)
                + column(TerminalText.count(group.count())));
        for (double percentile : SHOWN) {
            boolean measurable = Percentiles.measurable(percentile, group.count());
            line.append(column(measurable ? Durations.format(PercentileTable.value(group, percentile)) : "\u2013"));
        }
        return line + column(Durations.format(group.maxNs()));
    }

    private static String name(Series group) {
        return group.name().substring(Series.GROUP_PREFIX.length());
    }

    private static String column(String text) {
        return TerminalText.right(text, COLUMN);
    }
}
