package io.straggler.sampler.served;

/**
 * How a thread moves its timer itself, where the arm delay is too short for other threads to look in time. It moves the timer at the start
 * of an iteration, and only if the timer would otherwise be due within the arm delay. The timer is then due after the arm delay. Where
 * iterations follow each other closely, a margin is added, so that most iterations move nothing. Where they do not, the thread stops the
 * timer at the end of each iteration. If a thread goes idle and leaves its timer running, the sweeping thread stops it.
 *
 * <p>For the thread itself.
 */
final class SelfArming {
    private static final int CAREFUL_AFTER_A_HIT = 16;

    private final TriggerSettings settings;
    private final SharedTimer timer;
    private long endedNs;
    private boolean stopsAtEnd;

    /** Number of iterations that still stop their timer at the end, because it had hit the idle thread. */
    private int careful;

    SelfArming(TriggerSettings settings, SharedTimer timer) {
        this.settings = settings;
        this.timer = timer;
    }

    /** Whether an iteration that begins now has to move it. */
    boolean needed(long nowNs) {
        return timer.dueNs() - nowNs < settings.armDelayNs();
    }

    /**
     * Moves the timer for one capture: a thread that goes idle is hit no more often. The sweeping thread takes what
     * follows in a late iteration.
     */
    void move(long nowNs) {
        long due = timer.dueNs();
        if (due != SharedTimer.STOPPED && due - nowNs <= 0) {
            careful = CAREFUL_AFTER_A_HIT; // It was due between two iterations.
        }
        stopsAtEnd = nowNs - endedNs > settings.longGapNs() || careful > 0;
        careful = Math.max(0, careful - 1);
        timer.set(nowNs + settings.armDelayNs() + (stopsAtEnd ? 0 : settings.marginNs()));
    }

    /** Moves the timer for the running iteration alone. */
    void moveOnce(long dueNs) {
        stopsAtEnd = true;
        timer.set(dueNs);
    }

    /**
     * An iteration has ended.
     *
     * @param hit whether the timer was due in it
     * @return whether to stop it
     */
    boolean stops(long nowNs, boolean hit) {
        endedNs = nowNs;
        boolean stops = stopsAtEnd || hit;
        stopsAtEnd = false;
        return stops;
    }
}
