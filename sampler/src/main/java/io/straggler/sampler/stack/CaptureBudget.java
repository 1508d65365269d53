package io.straggler.sampler.stack;

/**
 * How many captures may still be taken: so many a second, and a burst after a quiet time. Without a budget, a run in which every iteration
 * is late would be a profile of the profiler. For one thread at a time.
 */
public final class CaptureBudget {
    private static final double MAX_PER_SECOND = 1_000;

    /** Of the thread's time, at most. */
    private static final double MAX_SHARE_OF_TIME = 0.03;

    /** A burst is what comes together in this time. */
    private static final double BURST_SECONDS = 0.5;

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

    /** Takes some; there may be a debt afterwards, of a burst at most. */
    public void take(long captures, long nowNs) {
        refill(nowNs);
        left = Math.max(-burst, left - captures);
    }

    /** The next instant at which one may be taken; {@code nowNs} if that is now. */
    public long freeAtNs(long nowNs) {
        refill(nowNs);
        return left >= 1 ? nowNs : nowNs + (long) ((1 - left) / perNs);
    }

    private void refill(long nowNs) {
        left = Math.min(burst, left + (nowNs - asOfNs) * perNs);
        asOfNs = nowNs;
    }
}
