package io.straggler.sampler.stack;

/** Interrupts one thread at an instant to take its stack, and periodically after that. For one thread that arms it. */
public interface Timer {
    /**
     * Moves it: from now on it is due at {@code atNs}, and every {@code intervalNs} after that. An instant that has passed is due at once.
     *
     * @param intervalNs zero for once
     */
    void arm(long atNs, long intervalNs);

    /** It is not due any more. */
    void disarm();
}
