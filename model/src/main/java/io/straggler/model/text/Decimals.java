package io.straggler.model.text;

import java.math.BigDecimal;
import java.util.Locale;

/** Numbers that may be small, as people write them: never with an exponent. */
public final class Decimals {
    private Decimals() {}

    /**
     * Returns the value rounded to a number of digits; zeros in front do not count: 0.0000211 is {@code 0.000021} with
     * two.
     */
    public static String significant(double value, int digits) {
        return new BigDecimal(String.format(Locale.ROOT, "%." + digits + "g", value)).toPlainString();
    }
}
