package io.straggler.model.text;

import java.math.BigDecimal;
import java.util.Locale;

/** Numbers that may be small, as people write them: never with an exponent. */
public final class Decimals {
    private Decimals() {}

    /** The value rounded to so many digits, zeros before the first one not counted: 0.0000211 is {@code 0.000021} with two. */
    public static String significant(double value, int digits) {
        return new BigDecimal(String.format(Locale.ROOT, "%." + digits + "g", value)).toPlainString();
    }
}
