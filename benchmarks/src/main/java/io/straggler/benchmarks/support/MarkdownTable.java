package io.straggler.benchmarks.support;

import java.util.Locale;

/** A table that is printed row by row, as it goes into the documentation. */
public final class MarkdownTable {
    private final int columns;

    /** Prints the head, below an empty line. */
    public MarkdownTable(String... heads) {
        columns = heads.length;
        System.out.println();
        row((Object[]) heads);
        System.out.println("|---".repeat(columns) + "|");
    }

    public void row(Object... cells) {
        if (cells.length != columns) {
            throw new IllegalArgumentException(
                    "row must have as many cells as the table: cells=" + cells.length + " columns=" + columns);
        }
        StringBuilder line = new StringBuilder();
        for (Object cell : cells) {
            line.append("| ").append(cell).append(' ');
        }
        System.out.println(line.append('|'));
    }

    /** Nanoseconds as microseconds. */
    public static String us(double ns) {
        return number(ns / 1e3, ns < 100_000 ? 3 : 0);
    }

    /** A part of a whole; a dash of nothing. */
    public static String share(long part, long whole) {
        return whole == 0 ? "–" : number(100.0 * part / whole, 1) + "%";
    }

    /** A dash for what is not known. */
    public static String number(double value, int decimals) {
        return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }
}
