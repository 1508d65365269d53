package io.straggler.agent.inside.latency;

import io.straggler.harness.Threshold;
import java.util.ArrayDeque;
import java.util.Deque;
import org.HdrHistogram.Histogram;

/**
 * From which duration on a call is an outlier: fixed, or a percentile of the last five minutes, computed anew every second. For one thread.
 */
public final class RollingThreshold {
    private static final int PARTS = 6;
    private static final long PART_NS = 60_000_000_000L;

    /** Enough for a threshold, and an eighth of the memory of three. */
    private static final int DIGITS = 2;

    /** Until there are enough calls to know a percentile. */
    private static final long PROVISIONAL_NS = 10_000_000;

    private final Threshold asked;
    private final long leastNs;
    private final Deque<Histogram> parts = new ArrayDeque<>();
    private long partSinceNs;
    private boolean known;
    private long thresholdNs;
    private long lowestNs = Long.MAX_VALUE;
    private long highestNs;

    /** @param leastNs what a percentile is raised to, if it is lower; a fixed threshold is not */
    public RollingThreshold(Threshold asked, long leastNs, long nowNs) {
        this.asked = asked;
        this.leastNs = leastNs;
        this.partSinceNs = nowNs;
        thresholdNs = asked instanceof Threshold.Fixed fixed ? fixed.thresholdNs() : PROVISIONAL_NS;
        known = asked instanceof Threshold.Fixed;
        parts.add(part());
    }

    private static Histogram part() {
        Histogram part = new Histogram(DIGITS);
        part.setAutoResize(true);
        return part;
    }

    /** Takes the calls of about a second, and finds the threshold that follows from the last minutes. */
    public void add(Histogram second, long nowNs) {
        if (asked instanceof Threshold.Fixed) {
            return;
        }
        if (nowNs - partSinceNs >= PART_NS) {
            partSinceNs = nowNs;
            parts.addLast(part());
            if (parts.size() > PARTS) {
                parts.removeFirst();
            }
        }
        parts.getLast().add(second);
        Histogram last = part();
        parts.forEach(last::add);
        try {
            thresholdNs = Math.max(leastNs, asked.resolveNs(last));
            known = true;
        } catch (IllegalStateException e) {
            return; // Too few calls so far: what was known last goes on.
        }
        lowestNs = Math.min(lowestNs, thresholdNs);
        highestNs = Math.max(highestNs, thresholdNs);
    }

    /** Forgets the calls so far. What they had come to goes on until as much is known of the next. */
    public void forget(long nowNs) {
        if (asked instanceof Threshold.Fixed) {
            return;
        }
        parts.clear();
        parts.add(part());
        partSinceNs = nowNs;
        known = false;
        lowestNs = Long.MAX_VALUE;
        highestNs = 0;
    }

    /** Forgets what the calls so far had come to, too: they were not like the next. */
    public void beginAnew(long nowNs) {
        forget(nowNs);
        if (!(asked instanceof Threshold.Fixed)) {
            thresholdNs = PROVISIONAL_NS;
        }
    }

    public long ns() {
        return thresholdNs;
    }

    /** How long a call runs before its stack is taken. */
    public long armDelayNs() {
        return Math.max(1, thresholdNs / 2);
    }

    /** Whether it is what was asked for, and not a guess. */
    public boolean known() {
        return known;
    }

    /** Whether what was asked for is lower, and so it was raised. */
    public boolean raised() {
        return known && !(asked instanceof Threshold.Fixed) && thresholdNs == leastNs;
    }

    /** The lowest and the highest that it was; the same if it never changed. */
    public long lowestNs() {
        return Math.min(lowestNs, thresholdNs);
    }

    public long highestNs() {
        return Math.max(highestNs, thresholdNs);
    }
}
