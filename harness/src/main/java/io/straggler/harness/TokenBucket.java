package io.straggler.harness;

/**
 * Limit on reports: a number at once, and a number a second. For one thread.
 *
 * <p>Reporting an outlier takes a microsecond or two of the recorder thread, and garbage. If that had no limit, a stall at a rate of hundreds
 * of thousands would make so much to report that the run falls behind by reporting it, and never comes back.
 */
final class TokenBucket {
    private final int most;
    private double left;
    private long refilledNs;

    /** @param most at once, and a second */
    TokenBucket(int most, long nowNs) {
        this.most = most;
        this.left = most;
        this.refilledNs = nowNs;
    }

    /** Time has passed. */
    void refill(long nowNs) {
        left = Math.min(most, left + most * ((nowNs - refilledNs) / 1e9));
        refilledNs = nowNs;
    }

    /** Whether one more may be reported. */
    boolean take() {
        if (left < 1) {
            return false;
        }
        left--;
        return true;
    }
}
