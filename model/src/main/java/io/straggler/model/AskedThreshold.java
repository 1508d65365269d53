package io.straggler.model;

import io.straggler.model.text.Durations;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A threshold as it was asked for. {@link RunOutcome#thresholdNs} is what it came to.
 *
 * @param kind how it is chosen
 * @param percentile of a {@link Kind#PERCENTILE}
 * @param ns of a {@link Kind#TIME}
 */
public record AskedThreshold(Kind kind, OptionalDouble percentile, OptionalLong ns) {
    public AskedThreshold {
        if (percentile.isPresent() != (kind == Kind.PERCENTILE) || ns.isPresent() != (kind == Kind.TIME)) {
            throw new IllegalArgumentException("threshold must have the number of its kind, and no other: kind=" + kind
                    + ", percentile=" + percentile + ", ns=" + ns);
        }
    }

    /** Chosen by what iterations usually take. */
    public static final AskedThreshold AUTO =
            new AskedThreshold(Kind.AUTO, OptionalDouble.empty(), OptionalLong.empty());

    /** How a threshold is chosen. */
    public enum Kind {
        /** Derived from what iterations usually take. */
        AUTO,
        /** A percentile of what iterations take. */
        PERCENTILE,
        /** A time, whatever iterations take. */
        TIME
    }

    public static AskedThreshold percentile(double value) {
        return new AskedThreshold(Kind.PERCENTILE, OptionalDouble.of(value), OptionalLong.empty());
    }

    public static AskedThreshold time(long ns) {
        return new AskedThreshold(Kind.TIME, OptionalDouble.empty(), OptionalLong.of(ns));
    }

    /** The option as people write it: {@code auto}, {@code p99.9} or {@code 50 µs}. */
    @Override
    public String toString() {
        return switch (kind) {
            case AUTO -> "auto";
            case PERCENTILE -> "p" + percentile.orElseThrow();
            case TIME -> Durations.format(ns.orElseThrow());
        };
    }
}
