package io.straggler.cli.fork;

import io.straggler.cli.option.OptionValues;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Drawn arrivals of several JVMs. Each draws its own: if all had the same, what they happen to be would be in every percentile, and in no
 * interval.
 */
final class Arrivals {
    /** More JVMs than that at one rate draw what the first ones at the next rate draw, which harms nobody. */
    private static final long APART = 1000;

    private Arrivals() {}

    /**
     * The options of one of several JVMs.
     *
     * @param given as the user wrote them, for the first one
     * @param number which it is, from 0
     */
    static Map<String, String> ofJvm(Map<String, String> given, int number) {
        return later(given, number);
    }

    /**
     * The options of the first JVM at one of several rates.
     *
     * @param given for the first rate
     * @param number which it is, from 0
     */
    static Map<String, String> ofRate(Map<String, String> given, int number) {
        return later(given, number * APART);
    }

    private static Map<String, String> later(Map<String, String> given, long by) {
        Map<String, String> own = new LinkedHashMap<>(given);
        if (by > 0 && given.getOrDefault("arrivals", "").equalsIgnoreCase("poisson")) {
            own.put("seed", Long.toString(OptionValues.wholeNumber(given.getOrDefault("seed", "1")) + by));
        }
        return own;
    }
}
