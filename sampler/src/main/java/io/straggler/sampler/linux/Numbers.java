package io.straggler.sampler.linux;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** Numbers as system files write them and as people read them. */
public final class Numbers {
    private static final long GIB = 1L << 30;
    private static final long MIB = 1L << 20;

    private Numbers() {}

    /** A whole number; nothing if the text is something else. */
    public static OptionalLong whole(String text) {
        try {
            return OptionalLong.of(Long.parseLong(text.strip()));
        } catch (NumberFormatException other) {
            return OptionalLong.empty();
        }
    }

    /** A finite number; nothing if the text is something else. */
    public static Optional<Double> decimal(String text) {
        try {
            return Optional.of(Double.parseDouble(text.strip())).filter(Double::isFinite);
        } catch (NumberFormatException other) {
            return Optional.empty();
        }
    }

    /** An amount of memory or disk: {@code 512 MiB}, {@code 1.5 GiB}. */
    public static String bytes(long bytes) {
        return bytes < GIB ? bytes / MIB + " MiB" : rounded((double) bytes / GIB) + " GiB";
    }

    /** A share of one as a percentage: {@code 0%}, {@code 0.03%}, {@code 12%}. */
    public static String percent(double share) {
        return rounded(share * 100) + "%";
    }

    /** Two decimals below ten, none from there on, and no zeros at the end. */
    public static String rounded(double value) {
        if (value >= 9.995) {
            return String.format(Locale.ROOT, "%.0f", value);
        }
        return String.format(Locale.ROOT, "%.2f", value).replaceFirst("\\.?0+$", "");
    }
}
