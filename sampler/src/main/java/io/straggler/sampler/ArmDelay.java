package io.straggler.sampler;

/**
 * How late an iteration is when it is captured first: as early as innocence allows. It rises while more than one iteration in a thousand is
 * captured and ends below the threshold, or such captures take more than 0.2% of the time; up to half of the threshold. Where nobody asked
 * for a certain delay, it also falls while far fewer are.
 *
 * <p>Threads: the pacing thread; {@link #ns} and {@link #innocent} from any.
 */
final class ArmDelay {
    /**
     * Largest part of all iterations, one in this number, that is captured and ends below the threshold, after the
     * first few.
     */
    private static final int INNOCENT_ONE_IN = 1_000;

    private static final int INNOCENT_FIRST = 4;

    /** Largest part of the time, one in this number, that such captures take. */
    private static final int INNOCENT_PART_OF_TIME = 500;

    /**
     * Number of iterations in a row after which the delay falls if fewer than a quarter of the permitted ones were
     * innocent.
     */
    private static final int CALM_ITERATIONS = 8 * INNOCENT_ONE_IN;

    private static final int CALM_INNOCENT = CALM_ITERATIONS / INNOCENT_ONE_IN / 4;

    /** Times in a row that a fall was followed by a rise double the iterations until the next, this often at most. */
    private static final int MAX_DOUBLINGS = 7;

    private final long leastNs;
    private final long captureNs;
    private final boolean falls;
    private volatile long ns;

    /** The largest number while no threshold is known. */
    private long thresholdNs = Long.MAX_VALUE;

    private volatile long innocent;

    /** Since the delay changed. */
    private long innocentSince;

    private long iterationsSince;
    private long sinceNs;

    /** Since a fall was last considered. */
    private int calmIterations;

    private int calmInnocent;

    /** Whether the last change was a fall. */
    private boolean fell;

    private int doublings;

    /**
     * @param leastNs a capture cannot come sooner here
     * @param captureNs what a capture takes from the thread
     * @param falls whether the delay may become shorter than what was asked for, because nobody gave it
     */
    ArmDelay(long leastNs, long captureNs, boolean falls) {
        this.leastNs = leastNs;
        this.captureNs = captureNs;
        this.falls = falls;
    }

    /**
     * Begins to watch.
     *
     * @param wantedNs the arm delay that was asked for
     * @param outlierNs the threshold; the largest number while none is known
     */
    void begin(long wantedNs, long outlierNs, long nowNs) {
        thresholdNs = outlierNs;
        doublings = 0;
        become(Math.max(wantedNs, leastNs), nowNs);
        fell = false;
    }

    long ns() {
        return ns;
    }

    /** Iterations that were captured for being late and ended below the threshold. */
    long innocent() {
        return innocent;
    }

    /** Counts an iteration. */
    void iteration(long nowNs) {
        iterationsSince++;
        if (++calmIterations >= CALM_ITERATIONS << doublings) {
            if (falls && thresholdNs != Long.MAX_VALUE && calmInnocent <= CALM_INNOCENT << doublings) {
                become(Math.max(leastNs, ns - ns / 8), nowNs);
                fell = true;
            }
            calmIterations = 0;
            calmInnocent = 0;
        }
    }

    /** Counts one that was captured for being late, and took so long in the end. */
    void captured(long latencyNs, long nowNs) {
        if (thresholdNs == Long.MAX_VALUE || latencyNs >= thresholdNs) {
            return;
        }
        innocent = innocent + 1;
        innocentSince++;
        calmInnocent++;
        if (innocentSince > INNOCENT_FIRST
                && (innocentSince * INNOCENT_ONE_IN > iterationsSince
                        || innocentSince * captureNs > (nowNs - sinceNs) / INNOCENT_PART_OF_TIME)) {
            doublings = fell ? Math.min(MAX_DOUBLINGS, doublings + 1) : doublings;
            become(Math.max(ns, Math.min(ns + ns / 4, thresholdNs / 2)), nowNs);
            fell = false;
        }
    }

    private void become(long delayNs, long nowNs) {
        ns = delayNs;
        innocentSince = 0;
        iterationsSince = 0;
        sinceNs = nowNs;
        calmIterations = 0;
        calmInnocent = 0;
    }
}
