package io.straggler.model.text;

import java.util.Locale;
import java.util.regex.Pattern;

/** Parts of lines of a terminal: cells, counts, and names that cannot steer it. */
public final class TerminalText {
    /**
     * Control characters, those that turn the direction of writing or take no room, halves of characters, and letters without a
     * shape. The pages write out the same.
     */
    private static final Pattern INVISIBLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\u2028\\u2029\\u034F\\u115F\\u1160"
            + "\\u17B4\\u17B5\\u180B-\\u180F\\u3164\\uFFA0]");

    private TerminalText() {}

    /** A name from the measured program, each character that cannot be seen shown by its number. */
    public static String visible(String name) {
        return INVISIBLE
                .matcher(name)
                .replaceAll(match -> String.format(
                        Locale.ROOT, "\u27E8%04X\u27E9", match.group().codePointAt(0)));
    }

    /** Returns a name cut to a number of columns; it is cut in the middle, where long names say least. */
    public static String fit(String name, int columns) {
        // A character takes at most eight columns when it is escaped, so an endless name is looked at only in part.
        String some = name.length() <= 16 * columns
                ? name
                : name.substring(0, 8 * columns) + name.substring(name.length() - 8 * columns);
        int[] shown = visible(some).codePoints().toArray();
        if (shown.length <= columns) {
            return new String(shown, 0, shown.length);
        }
        int head = columns / 2;
        int tail = Math.max(0, columns - 1 - head);
        return new String(shown, 0, head) + "\u2026" + new String(shown, shown.length - tail, tail);
    }

    public static String left(String text, int columns) {
        return text + " ".repeat(Math.max(0, columns - text.length()));
    }

    public static String right(String text, int columns) {
        return " ".repeat(Math.max(0, columns - text.length())) + text;
    }

    /** {@code [1.2, 3.4 ms]}, {@code [950 µs, 3.4 ms]}: durations, the unit of both once. */
    public static String interval(long lowNs, long highNs) {
        String high = Durations.format(highNs);
        String unit = high.substring(high.indexOf(' '));
        String low = Durations.format(lowNs);
        return "[" + (low.endsWith(unit) ? low.substring(0, low.indexOf(' ')) : low) + ", " + high + "]";
    }

    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** {@code 1 stack}, {@code 2 stacks}. */
    public static String counted(long value, String noun) {
        return count(value) + " " + noun + (value == 1 ? "" : "s");
    }
}
