package io.straggler.sampler;

/**
 * Current cost of moving a timer. The host of a virtual machine is slow now and then, for some milliseconds: a move
 * takes ten times as long then, and so do the next ones. They must not be made in gaps without room for that, or each
 * makes the next iteration late. For the pacing thread.
 */
final class PushCost {
    /** A move that took longer was interrupted by something else. */
    private static final int MAX_TIMES_USUAL = 10;

    /** A quicker move than the last ones counts at once, but for this: one alone may be luck. */
    private static final int SLOWER = 4;

    private final long usualNs;
    private long lastNs;

    /** @param usualNs as measured at the start */
    PushCost(long usualNs) {
        this.usualNs = usualNs;
        this.lastNs = usualNs;
    }

    /** Returns the expected cost of the next move in nanoseconds, never less than the usual one. */
    long ns() {
        return lastNs;
    }

    /** A move took so long. */
    void took(long ns) {
        lastNs = Math.max(usualNs, Math.min(MAX_TIMES_USUAL * usualNs, Math.max(ns, lastNs / SLOWER)));
    }
}
