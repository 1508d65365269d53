package io.straggler.sampler;

/**
 * How late an iteration is when it is captured: as late as was asked for, or as is possible here. A machine, or a task, that makes iterations
 * late by that much all the time is looked at later, up to half of the threshold.
 *
 * <p>Threads: the pacing thread; {@link #ns} and {@link #innocent} from any.
 */
final class ArmDelay {
    /** No more than one iteration in so many shall be captured and end below the threshold, after the first few. */
    private static final int INNOCENT_ONE_IN = 1_000;

    private static final int INNOCENT_FIRST = 4;

    private final long leastNs;
    private volatile long ns;

    /** The largest number while no threshold is known. */
    private long thresholdNs = Long.MAX_VALUE;

    private volatile long innocent;

    /** Since the arm delay was raised. */
    private long innocentSince;

    private long iterationsSince;

    /** @param leastNs a capture cannot come sooner here */
    ArmDelay(long leastNs) {
        this.leastNs = leastNs;
    }

    /**
     * Begins to watch.
     *
     * @param wantedNs the arm delay that was asked for
     * @param outlierNs the threshold; the largest number while none is known
     */
    void begin(long wantedNs, long outlierNs) {
        ns = Math.max(wantedNs, leastNs);
        thresholdNs = outlierNs;
        innocentSince = 0;
        iterationsSince = 0;
    }

    long ns() {
        return ns;
    }

    /** Iterations that were captured for being late and ended below the threshold. */
    long innocent() {
        return innocent;
    }

    /** Counts an iteration. */
    void iteration() {
        iterationsSince++;
    }

    /** Counts one that was captured for being late, and took so long in the end. */
    void captured(long latencyNs) {
        if (thresholdNs == Long.MAX_VALUE || latencyNs >= thresholdNs) {
            return;
        }
        innocent = innocent + 1;
        innocentSince++;
        if (innocentSince > INNOCENT_FIRST && innocentSince * INNOCENT_ONE_IN > iterationsSince) {
            ns = Math.max(ns, Math.min(ns + ns / 4, thresholdNs / 2));
            innocentSince = 0;
            iterationsSince = 0;
        }
    }
}
