package io.straggler.compare.recorded;

import io.straggler.model.LatencyCounts;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Unit of the values of a file. */
public enum ValueUnit {
    NS(1, "nanoseconds"),
    US(1e3, "microseconds"),
    MS(1e6, "milliseconds"),
    S(1e9, "seconds");

    /** Form of comments in interval logs that state the unit. */
    private static final Pattern SAID = Pattern.compile("(?i)values are (?:in )?((?:nano|micro|milli)?seconds)");

    private final double ns;
    private final String words;

    ValueUnit(double ns, String words) {
        this.ns = ns;
        this.words = words;
    }

    /** The unit that is written {@code ns}, {@code us}, {@code ms} or {@code s}; empty if it is none of them. */
    static Optional<ValueUnit> of(String symbol) {
        return Arrays.stream(values())
                .filter(unit -> unit.symbol().equals(symbol))
                .findFirst();
    }

    /** Returns the unit that a comment states; empty if it does not speak of units. */
    static Optional<ValueUnit> said(String comment) {
        Matcher matcher = SAID.matcher(comment);
        return matcher.find()
                ? Arrays.stream(values())
                        .filter(unit -> unit.words.equalsIgnoreCase(matcher.group(1)))
                        .findFirst()
                : Optional.empty();
    }

    String symbol() {
        return name().toLowerCase(Locale.ROOT);
    }

    String words() {
        return words;
    }

    /** Values in nanoseconds. */
    LatencyCounts ns(LatencyCounts values) {
        if (this == NS) {
            return values;
        }
        long[] ns = new long[values.counts().length];
        long[] counts = new long[ns.length];
        int size = 0;
        for (int i = 0; i < ns.length; i++) {
            long valueNs = ns(values.valuesNs()[i]);
            // Values beyond what is a long in nanoseconds become one.
            if (size == 0 || ns[size - 1] != valueNs) {
                ns[size++] = valueNs;
            }
            counts[size - 1] += values.counts()[i];
        }
        return LatencyCounts.ofFirst(size, ns, counts);
    }

    /** A value in nanoseconds. */
    long ns(double value) {
        return Math.round(value * ns);
    }
}
