package io.straggler.sampler.served;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Who looks for long iterations, one thread at a time: whichever ends an iteration when it is time to, or else the sweeping thread. On a busy machine that one would take a core from somebody each
 * time it wakes up, which costs much more than looking does; a thread that has just ended an iteration has one.
 *
 * <p>Threads: any. Nobody waits for a turn but who closes.
 */
final class SweepTurns {
    private final AtomicBoolean taken = new AtomicBoolean();
    private volatile long dueNs;

    /** How often threads took a turn that had ended an iteration. */
    private volatile int ofServed;

    /** From when on they are counted, how many there had been, and what came of it the last time. For the sweeping thread. */
    private long sinceNs;

    private int before;
    private boolean often;

    /** Whether it is time to look. */
    boolean due(long nowNs) {
        return nowNs - dueNs >= 0;
    }

    /**
     * Takes the turn, if nobody has it. {@link #done} gives it back.
     *
     * @param nextNs after how long it is time again
     */
    boolean take(long nowNs, long nextNs) {
        if (!taken.compareAndSet(false, true)) {
            return false;
        }
        dueNs = nowNs + nextNs;
        return true;
    }

    void done() {
        taken.set(false);
    }

    /** Counts a turn of a thread that had ended an iteration. For that thread, while it has the turn. */
    void ofServed() {
        ofServed = ofServed + 1;
    }

    /**
     * Whether these took nearly all turns that there were, in the last {@link ServedThreads#SWEEP_NS} or longer. For the sweeping thread.
     *
     * @param everyNs after how long it is time again
     */
    boolean oftenEnough(long nowNs, long everyNs) {
        if (nowNs - sinceNs >= ServedThreads.SWEEP_NS) {
            int now = ofServed;
            often = 4 * (now - before) * everyNs >= 3 * (nowNs - sinceNs);
            before = now;
            sinceNs = nowNs;
        }
        return often;
    }
}
