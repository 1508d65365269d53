package io.straggler.model.text;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Table whose rows are a name and cells. On narrow lines the columns move together, and a name without room stands on
 * its own line above its cells.
 */
public final class TextTable {
    private static final String INDENT = "  ";

    private final int column;
    private final List<Row> rows = new ArrayList<>();

    private record Row(String name, List<String> cells) {}

    /**
     * @param title head of the names
     * @param heads one for each column
     * @param column columns of text that a cell has where there is room
     */
    public TextTable(String title, List<String> heads, int column) {
        this.column = column;
        rows.add(new Row(title, heads));
    }

    /** Adds a row with a cell for each head. */
    public void row(String name, List<String> cells) {
        if (cells.size() != rows.get(0).cells().size()) {
            throw new IllegalArgumentException("cells must be as many as heads: cells=" + cells);
        }
        rows.add(new Row(TerminalText.visible(name), cells));
    }

    /** The table, its heads first. */
    public List<String> lines(LineWidth width) {
        int[] widths = widths(width);
        int room = width.columns() - INDENT.length() - IntStream.of(widths).sum();
        int name = rows.stream()
                .mapToInt(row -> row.name().length())
                .filter(length -> length <= room)
                .max()
                .orElse(0);
        List<String> lines = new ArrayList<>();
        for (Row row : rows) {
            boolean fits = row.name().length() <= name;
            if (!fits) {
                String words = row.name().stripLeading();
                lines.addAll(
                        width.wrapped(" ".repeat(INDENT.length() + row.name().length() - words.length()), words));
            }
            StringBuilder line = new StringBuilder(INDENT).append(TerminalText.left(fits ? row.name() : "", name));
            for (int i = 0; i < widths.length; i++) {
                line.append(TerminalText.right(row.cells().get(i), widths[i]));
            }
            lines.add(line.toString());
        }
        return lines;
    }

    /** The usual width of each column if all have room behind the names, else what its cells need. */
    private int[] widths(LineWidth width) {
        int name = rows.stream().mapToInt(row -> row.name().length()).max().orElse(0);
        int[] usual = widths(column, 2);
        if (INDENT.length() + name + IntStream.of(usual).sum() <= width.columns()) {
            return usual;
        }
        int[] needed = widths(0, 2);
        return INDENT.length() + IntStream.of(needed).sum() <= width.columns() ? needed : widths(0, 1);
    }

    private int[] widths(int least, int gap) {
        return IntStream.range(0, rows.get(0).cells().size())
                .map(i -> Math.max(least, gap + widest(i)))
                .toArray();
    }

    private int widest(int column) {
        return rows.stream()
                .mapToInt(row -> row.cells().get(column).length())
                .max()
                .orElse(0);
    }
}
