package io.straggler.selftest.inject;

/**
 * Intervals in which a thread that only reads the clock was kept from reading it. For one thread; allocates nothing.
 *
 * <p>Intervals shorter than {@link #MIN_NS} count as running: a capture takes 6 µs or more of the thread, and is an answer to a longer gap.
 */
public final class Gaps {
    static final long MIN_NS = 12_000;

    private final long[] fromNs = new long[1024];
    private final long[] toNs = new long[1024];
    private int count;
    private long lastNs;

    /** Forgets everything and begins to watch. */
    public long begin(long nowNs) {
        count = 0;
        lastNs = nowNs;
        return nowNs;
    }

    /** One more reading of the clock. */
    public void look(long nowNs) {
        if (nowNs - lastNs >= MIN_NS && count < fromNs.length) {
            fromNs[count] = lastNs;
            toNs[count] = nowNs;
            count++;
        }
        lastNs = nowNs;
    }

    /** Length of the gaps between the two instants, in nanoseconds. */
    public long withinNs(long sinceNs, long untilNs) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += Math.max(0, Math.min(toNs[i], untilNs) - Math.max(fromNs[i], sinceNs));
        }
        return sum;
    }

    /** Whole length of the gaps that reach into the interval between the two instants, from its beginning on. */
    public long touchingNs(long sinceNs, long untilNs) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            if (fromNs[i] < untilNs && toNs[i] > sinceNs) {
                sum += toNs[i] - Math.max(fromNs[i], sinceNs);
            }
        }
        return sum;
    }

    /** Whether the last gap ended after the instant and was long enough. */
    public boolean since(long instantNs, long shortestNs) {
        return count > 0 && toNs[count - 1] - instantNs > 0 && toNs[count - 1] - fromNs[count - 1] >= shortestNs;
    }

    public long totalNs() {
        return withinNs(Long.MIN_VALUE / 2, Long.MAX_VALUE / 2);
    }
}
