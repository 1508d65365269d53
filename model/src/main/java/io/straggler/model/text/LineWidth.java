package io.straggler.model.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Columns that a line has. Lines break between words only, so that a name can be copied: a line is wider only where one word is.
 *
 * @param columns {@value #MIN} to {@value #MAX}
 */
public record LineWidth(int columns) {
    /** Columns of the narrowest line. */
    public static final int MIN = 60;

    /** Columns of the widest line: the way back to its beginning is hard to find in a wider one. */
    public static final int MAX = 200;

    /** Width of text that no terminal shows: what files and pipes hold does not depend on a window. */
    public static final LineWidth USUAL = new LineWidth(100);

    /** Columns of a label with what is before and after it. */
    private static final int LABEL = 14;

    /** Columns that a sentence needs beside what it stands behind; with fewer it stands below. */
    private static final int MIN_SENTENCE = 28;

    /** Not between a number and its unit, nor between the ends of an interval. */
    private static final String BETWEEN_WORDS = " (?!(?:ns|µs|ms|s)\\b)(?![0-9.]+ (?:ns|µs|ms|s)\\])";

    public LineWidth {
        if (columns < MIN || columns > MAX) {
            throw new IllegalArgumentException("columns must be " + MIN + " to " + MAX + ": columns=" + columns);
        }
    }

    /** Returns the width of a terminal by its columns, or the nearest width that is supported. */
    public static LineWidth of(int columns) {
        return new LineWidth(Math.min(MAX, Math.max(MIN, columns)));
    }

    /** A sentence as lines, each after the indent. A word that no line has room for is cut in the middle. */
    public List<String> wrapped(String indent, String sentence) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(indent);
        for (String whole : sentence.split(BETWEEN_WORDS)) {
            String word = whole.length() > MAX ? TerminalText.fit(whole, columns - indent.length()) : whole;
            if (!line.toString().isBlank() && line.length() + 1 + word.length() > columns) {
                lines.add(line.toString().stripTrailing());
                line = new StringBuilder(indented(indent, word));
            } else if (line.length() + word.length() > columns) {
                line = new StringBuilder(indented(indent, word));
            } else if (line.length() > indent.length()) {
                line.append(' ');
            }
            line.append(word);
        }
        lines.add(line.toString().stripTrailing());
        return lines;
    }

    /** Returns as much of the indent as leaves room for a word. */
    private String indented(String indent, String word) {
        return indent.substring(0, Math.min(indent.length(), Math.max(0, columns - word.length())));
    }

    /** Returns a sentence behind a label that stands in its own column. */
    public List<String> labelled(String label, String sentence) {
        return behind(TerminalText.left("  " + label, LABEL), sentence);
    }

    /** A sentence behind the beginning of a line, with further lines below itself; all of it below where there is little room behind. */
    public List<String> behind(String start, String sentence) {
        if (start.length() + sentence.length() > columns && !hasRoom(start.length(), sentence)) {
            List<String> lines = new ArrayList<>(wrapped(" ".repeat(below(start.length())), sentence));
            if (!start.isBlank()) {
                lines.add(0, start.stripTrailing());
            }
            return lines;
        }
        List<String> lines = wrapped(" ".repeat(start.length()), sentence);
        lines.set(0, start + lines.get(0).substring(start.length()));
        return lines;
    }

    private boolean hasRoom(int indent, String sentence) {
        return columns - indent >= MIN_SENTENCE
                && Arrays.stream(sentence.split(BETWEEN_WORDS))
                        .limit(1)
                        .allMatch(word -> word.length() <= columns - indent || word.length() > MAX);
    }

    /** Returns the indent of a sentence below a given column: less where the sentence would have little room. */
    public int below(int indent) {
        return columns - indent >= MIN_SENTENCE ? indent : Math.min(indent, LABEL);
    }

    /** A name behind a label, unbroken; below the label where that makes room for it. */
    public List<String> unbroken(String label, String name) {
        String start = TerminalText.left("  " + label, LABEL);
        return start.length() + name.length() <= columns ? List.of(start + name) : List.of("  " + label, "    " + name);
    }
}
