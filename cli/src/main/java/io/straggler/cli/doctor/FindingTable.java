package io.straggler.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Draws findings as a table of text: level, name, and the value above its meaning, wrapped to a width. */
public final class FindingTable {
    private static final int NARROWEST = 60;
    private static final String GAP = "  ";
    private static final String RESET = "\u001b[0m";

    private final int width;
    private final boolean coloured;

    private FindingTable(int width, boolean coloured) {
        if (width < NARROWEST) {
            throw new IllegalArgumentException("width must be at least " + NARROWEST + ": width=" + width);
        }
        this.width = width;
        this.coloured = coloured;
    }

    /** Without any escape sequence. */
    public static FindingTable plain(int width) {
        return new FindingTable(width, false);
    }

    /** Creates a table with coloured levels, for a terminal. */
    public static FindingTable coloured(int width) {
        return new FindingTable(width, true);
    }

    /** The table, each line ending with a line feed; empty for no findings. */
    public String render(List<Finding> findings) {
        int levelWidth = widest(findings.stream().map(FindingTable::word).toList());
        int nameWidth = widest(findings.stream().map(Finding::name).toList());
        int indent = levelWidth + nameWidth + 2 * GAP.length();
        StringBuilder table = new StringBuilder();
        for (Finding finding : findings) {
            List<String> lines = new ArrayList<>(wrapped(finding.value(), width - indent));
            lines.addAll(wrapped(finding.meaning(), width - indent));
            table.append(level(finding, levelWidth)).append(GAP);
            table.append(cell(finding.name(), nameWidth)).append(GAP);
            table.append(String.join("\n" + " ".repeat(indent), lines)).append('\n');
        }
        return table.toString();
    }

    private String level(Finding finding, int levelWidth) {
        String word = cell(word(finding), levelWidth);
        if (!coloured) {
            return word;
        }
        String colour = switch (finding.level()) {
            case OK -> "\u001b[32m";
            case NOTE -> "\u001b[36m";
            case WARNING -> "\u001b[33m";
        };
        return colour + word + RESET;
    }

    private static String word(Finding finding) {
        return finding.level().name().toLowerCase(Locale.ROOT);
    }

    private static int widest(List<String> cells) {
        return cells.stream().mapToInt(String::length).max().orElse(0);
    }

    private static String cell(String text, int cellWidth) {
        return text + " ".repeat(Math.max(0, cellWidth - text.length()));
    }

    /** Breaks between words; a word that is longer than a line is cut. Control characters, which a file may hold, are shown as ?. */
    private static List<String> wrapped(String text, int lineWidth) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word :
                text.replaceAll("[\\p{Cntrl}&&[^\\n\\t]]", "?").strip().split("\\s+")) {
            String rest = word;
            if (line.length() > 0 && line.length() + 1 + rest.length() > lineWidth) {
                lines.add(line.toString());
                line.setLength(0);
            }
            while (rest.length() > lineWidth) {
                lines.add(rest.substring(0, lineWidth));
                rest = rest.substring(lineWidth);
            }
            line.append(line.length() > 0 && !rest.isEmpty() ? " " : "").append(rest);
        }
        if (line.length() > 0 || lines.isEmpty()) {
            lines.add(line.toString());
        }
        return lines;
    }
}
