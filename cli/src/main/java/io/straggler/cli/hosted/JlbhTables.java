package io.straggler.cli.hosted;

import io.straggler.model.text.TerminalText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The summaries that JLBH prints, read back from its output, and those of two ways of pacing side by side. */
final class JlbhTables {
    private static final Pattern SUMMARY = Pattern.compile("-+ SUMMARY \\((.*)\\).*");
    private static final Pattern ROW =
            Pattern.compile("(worst|[\\d.,\\u066B]+):\\s+(.*)", Pattern.UNICODE_CHARACTER_CLASS);
    private static final Pattern RUN_TIME = Pattern.compile("Run time: ([\\d.]+) ?s.*");
    private static final int COLUMN = 12;

    /** Values in microseconds by percentile by what was sampled, the runs in order. */
    private final Map<String, Map<String, List<Double>>> values = new LinkedHashMap<>();

    private final List<Double> runSeconds = new ArrayList<>();

    private JlbhTables(String printed) {
        Map<String, List<Double>> table = null;
        for (String line : printed.lines().toList()) {
            Matcher summary = SUMMARY.matcher(line);
            Matcher row = ROW.matcher(line);
            Matcher runTime = RUN_TIME.matcher(line);
            if (summary.matches()) {
                table = values.computeIfAbsent(summary.group(1), label -> new LinkedHashMap<>());
            } else if (line.startsWith("---")) {
                table = null;
            } else if (table != null && row.matches()) {
                table.computeIfAbsent(plain(row.group(1)), percentile -> new ArrayList<>())
                        .addAll(runs(row.group(2)));
            } else if (runTime.matches()) {
                runSeconds.add(Double.parseDouble(runTime.group(1)));
            }
        }
    }

    /** The values of a row, without the last, which is their variation. */
    private static List<Double> runs(String cells) {
        String[] texts = cells.trim().split("\\s+");
        List<Double> runs = new ArrayList<>();
        for (int i = 0; i + 1 < texts.length; i++) {
            if (Character.isDigit(texts[i].charAt(0))) {
                runs.add(Double.parseDouble(plain(texts[i])));
            }
        }
        return runs;
    }

    /** A number as JLBH prints it in any locale: whatever is no digit separates the decimals. */
    private static String plain(String text) {
        StringBuilder number = new StringBuilder();
        text.chars()
                .forEach(character ->
                        number.append(Character.isDigit(character) ? Character.digit(character, 10) : "."));
        return text.equals("worst") ? text : number.toString();
    }

    /**
     * Both tables as one, in lines for a terminal.
     *
     * @param hosted what was printed when Straggler paced
     * @param own what JLBH printed when it paced itself
     */
    static List<String> sideBySide(String hosted, String own) {
        JlbhTables ours = new JlbhTables(hosted);
        JlbhTables theirs = new JlbhTables(own);
        List<String> lines = new ArrayList<>();
        lines.add("");
        if (ours.values.isEmpty() || theirs.values.isEmpty()) {
            lines.add("There is nothing to put side by side: "
                    + (theirs.values.isEmpty() ? "JLBH under its own pacing" : "the hosted run")
                    + " printed no summary.");
            return lines;
        }
        ours.values.forEach((label, rows) -> {
            if (theirs.values.containsKey(label)) {
                compare(label, rows, theirs.values.get(label), lines);
            }
        });
        lines.add("Run times: " + ours.times() + " when Straggler paced, " + theirs.times() + " when JLBH did.");
        lines.addAll(TerminalText.wrapped(
                "",
                "JLBH lets an intended start slip to the moment its own wait was over; what was due while it stood still is "
                        + "late by less in its column, or not at all, and its runs last longer for it."));
        return lines;
    }

    private static void compare(
            String label, Map<String, List<Double>> ours, Map<String, List<Double>> theirs, List<String> lines) {
        lines.add("Samples \"" + TerminalText.fit(label, 40) + "\" in \u00B5s, the lowest and the highest of the runs");
        lines.add(TerminalText.left("", 10)
                + TerminalText.right("paced by Straggler", 2 * COLUMN + 1)
                + TerminalText.right("paced by JLBH", 2 * COLUMN + 4));
        ours.forEach((percentile, values) -> {
            List<Double> others = theirs.getOrDefault(percentile, List.of());
            lines.add(TerminalText.left(percentile, 10) + range(values) + "   " + range(others));
        });
        lines.add("");
    }

    private static String range(List<Double> runs) {
        if (runs.isEmpty()) {
            return TerminalText.right("-", 2 * COLUMN + 1);
        }
        double lowest = runs.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
        double highest = runs.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        return TerminalText.right(number(lowest), COLUMN) + " " + TerminalText.right(number(highest), COLUMN);
    }

    private static String number(double microseconds) {
        return String.format(Locale.ROOT, "%,.2f", microseconds);
    }

    private String times() {
        return runSeconds.isEmpty()
                ? "unknown"
                : String.join(
                        ", ",
                        runSeconds.stream()
                                .map(seconds -> String.format(Locale.ROOT, "%.1f s", seconds))
                                .toList());
    }
}
