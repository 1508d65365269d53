package io.straggler.sampler;

import java.util.Arrays;

/**
 * How much further than needed a timer is moved where there is no room for it: so far that moving takes a small part of the time.
 *
 * <p>In a gap that is too short the iteration behind would be late for it: one percent. Behind an iteration that ended late the next one
 * waits already, and a short backlog shall not blind the trigger: five percent, and less for each move that follows without a gap,
 * because a program that never comes to rest has to be measured too. For the pacing thread.
 */
final class Margin {
    private static final int LEAST_MOVES = 20;
    private static final int MOST_MOVES = 100;

    /** Doublings from the least to the most, and one step for no margin. */
    private static final int STEPS = 5;

    /** The margin that is said is kept to by all but this part of the moves. */
    private static final int SELDOM = 20;

    private final long pushNs;
    private final long[] moves = new long[STEPS];
    private int streak;
    private volatile long usualNs;

    /** @param pushNs what it takes to move a timer */
    Margin(long pushNs) {
        this.pushNs = pushNs;
    }

    /** Counts anew. */
    void begin() {
        Arrays.fill(moves, 0);
        streak = 0;
        usualNs = 0;
    }

    /** In a gap that is too short to move a timer. */
    long withShortGapNs() {
        return MOST_MOVES * pushNs;
    }

    /** Without a gap. */
    long withoutGapNs() {
        return ns(1 + streak);
    }

    /** A timer was moved with this margin. */
    void used(long marginNs) {
        streak = marginNs == 0 ? 0 : Math.min(STEPS - 2, streak + 1);
        int step = 0;
        while (step < STEPS - 1 && ns(step) < marginNs) {
            step++;
        }
        moves[step]++;
        usualNs = ns(usualStep());
    }

    private int usualStep() {
        long all = 0;
        for (long ofStep : moves) {
            all += ofStep;
        }
        long above = 0;
        int step = STEPS - 1;
        while (step > 0 && SELDOM * (above + moves[step]) < all) {
            above += moves[step--];
        }
        return step;
    }

    private long ns(int step) {
        return step == 0 ? 0 : Math.min(MOST_MOVES, LEAST_MOVES << (step - 1)) * pushNs;
    }

    /** What nearly all moves kept to. From any thread. */
    long usualNs() {
        return usualNs;
    }
}
