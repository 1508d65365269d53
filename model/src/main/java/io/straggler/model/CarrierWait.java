package io.straggler.model;

/**
 * A time in which a virtual thread was ready to go on, and no carrier had it.
 *
 * @param fromNs when it was unparked, or its time was up, by {@link System#nanoTime}; inclusive
 * @param toNs when it went on; exclusive
 * @param osThreadId of the thread, below zero
 */
public record CarrierWait(long fromNs, long toNs, long osThreadId) {
    /** Min length of a wait in nanoseconds: a shorter one may be what it takes to begin. */
    public static final long MIN_NS = 200_000;
}
