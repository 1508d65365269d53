package io.straggler.harness.schedule;

import io.straggler.model.text.OptionException;

/** The limits of a schedule's rate. */
final class Rate {
    private static final double MAX_PER_SECOND = 1e9;

    private Rate() {}

    /** Refuses a rate at which intended starts could not be a nanosecond apart, or would never come. */
    static void require(double perSecond) {
        require("rate", "perSecond", perSecond);
    }

    /**
     * Refuses one of several rates.
     *
     * @param subject what a message calls it
     * @param name of the parameter
     */
    static void require(String subject, String name, double perSecond) {
        if (!(perSecond > 0 && perSecond <= MAX_PER_SECOND)) {
            throw new OptionException(
                    subject, "must be above zero and at most one per nanosecond", name + "=" + perSecond);
        }
    }
}
