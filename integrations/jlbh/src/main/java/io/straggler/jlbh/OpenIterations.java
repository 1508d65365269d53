package io.straggler.jlbh;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The iterations in flight of a benchmark that samples on another thread: finds the one that a sample is of, for a sample says how
 * long it took, but not which.
 *
 * <p>A sample that counts from the start time that the task received points at it: the sample's own instant less its duration is
 * that start, give or take what lies between two readings of the clock. {@link #decide} finds out, in the warm-up, whether samples
 * do so; if not, they are taken to come in order.
 *
 * <p>Threads: {@link #add} by the one that runs the benchmark, everything else by any. Nothing is allocated or locked. A slot holds a tag,
 * and its sequence number as long as it is open, the complement afterwards, so that whoever comes too late for a slot sees it.
 */
final class OpenIterations {
    static final long NONE = -1;

    /**
     * For most samples at most this much lies between the task's reading of the clock and ours. In code that is still interpreted it can be more,
     * up to this share of the interval between two iterations, but not more than what the sample says: one that counts from anything
     * else says nothing of the time since the start.
     */
    private static final long CLOSE_NS = 2_000;

    private static final double CLOSE_SHARE = 0.1;
    private static final double MOST = 0.5;
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] tags;
    private final long[] states;
    private final int mask;
    private final boolean several;
    private final long closeNs;
    private volatile long head;
    private volatile long oldest;
    private volatile long latestClosed = NONE;
    private volatile long closedAtTurn = NONE;
    private volatile long closedAtTurnBefore = NONE;
    private volatile boolean inOrder;
    /** Several threads may count at once, and lose some: these are for a decision, not for a report. */
    private volatile long close;

    private volatile long far;

    /**
     * @param capacity a power of two: older ones are forgotten
     * @param perSecond iterations
     * @param several whether an iteration is sampled more than once
     */
    OpenIterations(int capacity, double perSecond, boolean several) {
        this.several = several;
        closeNs = (long) (CLOSE_SHARE * 1e9 / perSecond);
        tags = new long[capacity];
        states = new long[capacity];
        mask = capacity - 1;
    }

    /** An iteration with this tag is about to start; tags grow. */
    void add(long tag) {
        long sequence = head;
        int slot = (int) sequence & mask;
        LONGS.setRelease(tags, slot, tag);
        LONGS.setRelease(states, slot, sequence);
        head = sequence + 1;
    }

    /**
     * Closes the iteration that a sample is of.
     *
     * @param sinceNs when the sample was handed over, less its duration
     * @param durationNs of the sample
     * @return its sequence number, or {@link #NONE} if every one that it could be of is closed
     */
    long sampled(long sinceNs, long durationNs) {
        long end = head;
        long begin = oldestOpen(end);
        long found = inOrder ? inOrder(begin, end) : byStart(sinceNs, durationNs, begin, end);
        if (found >= 0) {
            latestClosed = Math.max(latestClosed, found);
        }
        return found;
    }

    private long inOrder(long begin, long end) {
        for (long k = begin; k < end; k++) {
            if (close(k)) {
                return k;
            }
        }
        return NONE;
    }

    private long byStart(long sinceNs, long durationNs, long begin, long end) {
        long latest = floor(sinceNs, Math.max(0, end - states.length), end);
        if (latest < 0) {
            return NONE;
        }
        long awayNs = sinceNs - tag(latest);
        boolean near = awayNs <= CLOSE_NS || awayNs <= closeNs && awayNs <= durationNs;
        if (near) {
            close++;
        } else {
            far++;
        }
        if (close(latest)) {
            return latest;
        }
        // Near, it may be another sample of an iteration. Otherwise whoever sampled stood still in between,
        // and took what was another's: that one takes what is left, which is earlier.
        for (long k = latest - 1; k >= begin && !(near && several); k--) {
            if (close(k)) {
                return k;
            }
        }
        return NONE;
    }

    /** The last iteration that was to start at this instant or before, of {@code [begin, end)}, or a negative number. */
    private long floor(long sinceNs, long begin, long end) {
        long low = begin;
        long high = end - 1;
        while (low <= high) {
            long middle = (low + high) >>> 1;
            if (tag(middle) - sinceNs <= 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high >= begin ? high : NONE;
    }

    /** The tag of an iteration that is not forgotten. */
    long tag(long sequence) {
        return (long) LONGS.getAcquire(tags, (int) sequence & mask);
    }

    private boolean close(long sequence) {
        return LONGS.compareAndSet(states, (int) sequence & mask, sequence, ~sequence);
    }

    private boolean open(long sequence) {
        return (long) LONGS.getAcquire(states, (int) sequence & mask) == sequence;
    }

    private long oldestOpen(long end) {
        long k = Math.max(oldest, end - states.length);
        while (k < end && !open(k)) {
            k++;
        }
        // Two threads may set it back; that only costs a longer search.
        oldest = k;
        return k;
    }

    /** Settles, from the samples so far, whether they point at a start or come in order. */
    void decide() {
        inOrder = close < MOST * (close + far);
    }

    /** Whether samples are taken to come in order. */
    boolean inOrder() {
        return inOrder;
    }

    /** Another turn begins of those that {@link #overtaken} waits for. By one thread. */
    void turn() {
        closedAtTurnBefore = closedAtTurn;
        closedAtTurn = latestClosed;
    }

    /**
     * Closes the oldest open iteration if it can be held for lost: older than the given instant, and overtaken by a later one for a whole
     * turn. Where all threads stood still, none is lost for being old.
     *
     * @return its sequence number, or {@link #NONE}
     */
    long overtaken(long beforeNs) {
        long end = head;
        long k = oldestOpen(end);
        return k < end && closedAtTurnBefore > k && tag(k) - beforeNs < 0 && close(k) ? k : NONE;
    }

    /** Closes the oldest open iteration, if there is one, and returns its sequence number, or else {@link #NONE}. */
    long oldest() {
        long end = head;
        long k = oldestOpen(end);
        return k < end && close(k) ? k : NONE;
    }

    /** Iterations that were added. */
    long added() {
        return head;
    }
}
