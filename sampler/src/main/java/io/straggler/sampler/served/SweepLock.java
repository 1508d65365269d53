package io.straggler.sampler.served;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Decides which thread looks for long iterations, one at a time: a thread that ends an iteration when a look is due, or else the sweeping
 * thread. On a busy machine, the sweeping thread takes a core from another thread each time it wakes up, which costs much more than the
 * look. A thread that has just ended an iteration has a core already, and postpones the sweeping thread's sleep.
 *
 * <p>Threads: any. No thread waits for a turn, except the one that closes.
 */
final class SweepLock {
    private final AtomicBoolean taken = new AtomicBoolean();
    private volatile long dueNs;

    /** How often threads took a turn that had ended an iteration. */
    private volatile int ofServed;

    /** How many there had been when {@link #anyOfServed} was last asked. */
    private int asked;

    /** Whether it is time to look. */
    boolean due(long nowNs) {
        return nowNs - dueNs >= 0;
    }

    /**
     * Takes the turn, if nobody has it. {@link #release} gives it back.
     *
     * @param nextNs after how long it is time again
     */
    boolean take(long nowNs, long nextNs) {
        if (!takeOutOfTurn()) {
            return false;
        }
        dueNs = nowNs + nextNs;
        return true;
    }

    /**
     * Takes the turn for the sweeping thread, if nobody has it. Does not postpone the next look of other threads.
     */
    boolean takeOutOfTurn() {
        return taken.compareAndSet(false, true);
    }

    void release() {
        taken.set(false);
    }

    /** Counts a turn of a thread that had ended an iteration. For that thread, while it has the turn. */
    void ofServed() {
        ofServed = ofServed + 1;
    }

    /** Whether threads have ended iterations, and taken a turn, since this was last asked. For the sweeping thread. */
    boolean anyOfServed() {
        boolean any = ofServed != asked;
        asked = ofServed;
        return any;
    }
}
