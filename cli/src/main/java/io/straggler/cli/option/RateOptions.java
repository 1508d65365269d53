package io.straggler.cli.option;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The options of a JVM at one of several rates: what the user gave and, for the rest, what is shorter than for a single run, because
 * there will be many; but never so short that a low rate has too few iterations.
 */
public final class RateOptions {
    /** A derived threshold needs a hundred settled iterations, and only the second half of a warm-up is settled. */
    private static final double WARM_UP_ITERATIONS = 250;

    private final Map<String, String> given;
    private final long durationNs;
    private final long warmUpNs;
    private final long iterations;

    /**
     * @param given as the user wrote them
     * @param durationNs of a run unless something else was given
     * @param warmUpNs likewise
     * @param iterations that a run has to have, unless something else was given
     * @throws UsageException if the rate is to change during a run
     */
    public RateOptions(Map<String, String> given, long durationNs, long warmUpNs, long iterations) {
        if (OptionTexts.isRamp(given)) {
            throw new UsageException("--arrivals=" + given.get("arrivals")
                    + ": must not be a ramp where each JVM is measured at one rate: use run or ab");
        }
        this.given = Map.copyOf(given);
        this.durationNs = durationNs;
        this.warmUpNs = warmUpNs;
        this.iterations = iterations;
    }

    /** The options at a rate, as a user would write them. */
    public Map<String, String> at(double perSecond) {
        Map<String, String> options = new LinkedHashMap<>(given);
        options.put(
                "rate",
                new BigDecimal(Double.toString(perSecond)).stripTrailingZeros().toPlainString() + "/s");
        if (!options.containsKey("count")) {
            options.putIfAbsent("duration", atLeast(durationNs, iterations, perSecond));
        }
        options.putIfAbsent("warmup", atLeast(warmUpNs, WARM_UP_ITERATIONS, perSecond));
        return options;
    }

    private static String atLeast(long ns, double iterations, double perSecond) {
        return Math.max(ns / 1_000_000, (long) Math.ceil(iterations / perSecond * 1e3)) + "ms";
    }
}
