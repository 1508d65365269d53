package io.straggler.rates;

import io.straggler.model.text.OptionException;
import io.straggler.model.text.Rates;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * From one rate to a higher one.
 *
 * @param lowPerSecond iterations per second, at least one a minute
 * @param highPerSecond above it
 */
public record RateRange(double lowPerSecond, double highPerSecond) {
    /** Separator between both rates. */
    static final String TO = "..";

    /** Digits to which rates in between are rounded: more are not readable. */
    private static final MathContext READABLE = new MathContext(4);

    public RateRange {
        Rates.requireInRange(lowPerSecond);
        Rates.requireInRange(highPerSecond);
        if (!(lowPerSecond < highPerSecond)) {
            throw new OptionException(
                    "range",
                    "must go from a rate to a higher one",
                    "range=" + Rates.format(lowPerSecond) + TO + Rates.format(highPerSecond));
        }
    }

    /**
     * Understands {@code 10k..2M}.
     *
     * @throws IllegalArgumentException saying what is wrong, and the form
     */
    public static RateRange parse(String text) {
        int to = text.indexOf(TO);
        if (to < 0) {
            throw new OptionException("range", "must be like 10k..2M", "range=" + text);
        }
        return new RateRange(
                Rates.parsePerSecond(text.substring(0, to)), Rates.parsePerSecond(text.substring(to + TO.length())));
    }

    /** The rate that is as many times above the low end as the high end is above it, rounded to four digits. */
    double middle() {
        return between(0.5);
    }

    /**
     * A rate within, on a logarithmic scale, rounded to four digits.
     *
     * @param share 0 for the low end, 1 for the high end
     */
    double between(double share) {
        if (share <= 0 || share >= 1) {
            return share <= 0 ? lowPerSecond : highPerSecond;
        }
        return readable(lowPerSecond * Math.pow(highPerSecond / lowPerSecond, share));
    }

    /** A rate of four digits. */
    static double readable(double perSecond) {
        return new BigDecimal(perSecond).round(READABLE).doubleValue();
    }

    /** How much more the high end is than the low one: 0.05 for 5% more. */
    double width() {
        return highPerSecond / lowPerSecond - 1;
    }
}
