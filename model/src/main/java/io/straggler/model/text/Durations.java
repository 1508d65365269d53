package io.straggler.model.text;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write and read them: {@code 50us}, {@code 1.5ms}, {@code 6.81 µs}. */
public final class Durations {
    private static final Pattern FORM = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)\\s*(ns|us|µs|μs|ms|s|min|m|h)");

    private Durations() {}

    /**
     * Reads a duration into nanoseconds.
     *
     * @param text a number and a unit: ns, us (or µs), ms, s, min (or m), h
     * @throws IllegalArgumentException naming the text and the form
     */
    public static long parseNs(String text) {
        Matcher matcher = FORM.matcher(text.trim().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new OptionException(
                    "duration",
                    "must be a number and a unit (ns, us, ms, s, min, h), such as 50us or 1.5s",
                    "duration=" + text);
        }
        double unit = switch (matcher.group(2)) {
            case "ns" -> 1;
            case "ms" -> 1e6;
            case "s" -> 1e9;
            case "m", "min" -> 60e9;
            case "h" -> 3600e9;
            default -> 1e3;
        };
        double ns = Double.parseDouble(matcher.group(1)) * unit;
        if (ns > Long.MAX_VALUE / 4) {
            throw new OptionException("duration", "must be at most 73 years", "duration=" + text);
        }
        return Math.round(ns);
    }

    /** Three significant digits in the unit that reads best: {@code 812 ns}, {@code 6.81 µs}, {@code 12.3 ms}, {@code 1.2 s}. */
    public static String format(long ns) {
        if (ns < 0) {
            return "-" + format(-ns);
        }
        if (ns < 1_000) {
            return ns + " ns";
        }
        // 999,500 ns would round to "1000 µs": go to the next unit where rounding would.
        if (ns < 999_500) {
            return digits(ns / 1e3) + " µs";
        }
        if (ns < 999_500_000) {
            return digits(ns / 1e6) + " ms";
        }
        return digits(ns / 1e9) + " s";
    }

    private static String digits(double value) {
        int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
        String text = String.format(Locale.ROOT, "%,." + decimals + "f", value);
        return decimals == 0 ? text : text.replaceFirst("\\.?0+$", "");
    }
}
