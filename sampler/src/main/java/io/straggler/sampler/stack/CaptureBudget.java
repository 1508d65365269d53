package io.straggler.sampler.stack;

/**
 * How often repeated captures of late iterations may follow each other: so many a second, and a burst after a quiet time. Without a budget, a
 * run of long iterations would be a profile of the profiler. The first capture of an iteration is not paid for: it comes at the arm delay,
 * so it takes a few percent of that iteration's time, whatever was captured before. For one thread at a time.
 */
public final class CaptureBudget {
    private static final double MAX_PER_SECOND = 1_000;

    /** Largest share of the thread's time. */
    private static final double MAX_SHARE_OF_TIME = 0.03;

    /** A burst is what comes together in this time. */
    private static final double BURST_SECONDS = 0.5;

    /** Longest distance between repeated captures that a debt alone makes: one in this time takes less than a percent of it. */
    private static final long MAX_APART_NS = 10_000_000;

    private final double perNs;
    private final double burst;
    private double left;
    private long asOfNs;

    /** @param captureNs what one takes; 0 if that is not known */
    public CaptureBudget(long captureNs, long nowNs) {
        this.perNs = perNs(captureNs);
        this.burst = perNs * BURST_SECONDS * 1e9;
        this.left = burst;
        this.asOfNs = nowNs;
    }

    private static double perNs(long captureNs) {
        return Math.min(MAX_PER_SECOND / 1e9, MAX_SHARE_OF_TIME / Math.max(1, captureNs));
    }

    /** How far apart captures are that go on for as long as they like. */
    public static long apartNs(long captureNs) {
        return (long) (1 / perNs(captureNs));
    }

    /** Takes repeated captures; there may be a debt afterwards, of a burst at most. */
    public void take(long captures, long nowNs) {
        refill(nowNs);
        left = Math.max(-burst, left - captures);
    }

    /** Whether all of it is used up. */
    public boolean inDebt(long nowNs) {
        refill(nowNs);
        return left < 1;
    }

    /** Distance in nanoseconds between repeated captures from now on: as wished, or longer in debt. */
    public long apartNs(long nowNs, long wishedNs) {
        return inDebt(nowNs) ? Math.max(wishedNs, Math.min(MAX_APART_NS, (long) ((1 - left) / perNs))) : wishedNs;
    }

    private void refill(long nowNs) {
        left = Math.min(burst, left + (nowNs - asOfNs) * perNs);
        asOfNs = nowNs;
    }
}
