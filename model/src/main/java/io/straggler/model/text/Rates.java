package io.straggler.model.text;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rates as people write and read them: {@code 100k/s}, {@code 2.5M/s}, {@code 1/min}. */
public final class Rates {
    /** One a minute. */
    public static final double LOWEST_PER_SECOND = 1.0 / 60;

    public static final double HIGHEST_PER_SECOND = 10_000_000;

    private static final Pattern FORM =
            Pattern.compile("([0-9]+(?:\\.[0-9]+)?)\\s*([kKmM]?)\\s*(?:/\\s*(s|sec|second|min|minute|m|h|hour))?");

    private Rates() {}

    /**
     * Reads a rate into iterations per second.
     *
     * @param text a number, optionally k or M, optionally a unit of time (default: a second)
     * @throws IllegalArgumentException naming the text and the form or the range
     */
    public static double parsePerSecond(String text) {
        Matcher matcher = FORM.matcher(text.trim().replace("_", ""));
        if (!matcher.matches()) {
            throw new OptionException(
                    "rate",
                    "must be a number with an optional k or M and a unit of time, such as 100k/s or 30/min",
                    "rate=" + text);
        }
        double factor = switch (matcher.group(2).toLowerCase(Locale.ROOT)) {
            case "k" -> 1e3;
            case "m" -> 1e6;
            default -> 1;
        };
        double seconds = switch (matcher.group(3) == null ? "s" : matcher.group(3)) {
            case "min", "minute", "m" -> 60;
            case "h", "hour" -> 3600;
            default -> 1;
        };
        return requireInRange(Double.parseDouble(matcher.group(1)) * factor / seconds);
    }

    /** Returns the rate if a schedule can keep it. */
    public static double requireInRange(double perSecond) {
        // Tolerates the last digit of 60/3600.
        if (!(perSecond >= LOWEST_PER_SECOND * (1 - 1e-12)) || perSecond > HIGHEST_PER_SECOND) {
            throw new OptionException("rate", "must be from 1/min to 10M/s", "rate=" + format(perSecond));
        }
        return perSecond;
    }

    /** {@code 100,000/s}, {@code 2.5/s}, {@code 30/min}. */
    public static String format(double perSecond) {
        if (perSecond > 0 && perSecond < 1) {
            return number(perSecond * 60) + "/min";
        }
        return number(perSecond) + "/s";
    }

    private static String number(double value) {
        int decimals = value >= 100 ? 0 : value >= 10 ? 1 : 3;
        String text = String.format(Locale.ROOT, "%,." + decimals + "f", value);
        return decimals == 0 ? text : text.replaceFirst("\\.?0+$", "");
    }
}
