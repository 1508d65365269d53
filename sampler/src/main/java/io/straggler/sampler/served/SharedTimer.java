package io.straggler.sampler.served;

import io.straggler.sampler.stack.Timer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The timer of a thread, which the thread itself moves, and a sweeper where the thread does not.
 *
 * <p>The thread and the sweeper agree without a lock. The sweeper first changes {@link #dueNs} from what it saw to {@link #STOPPED}, then
 * stops the timer. If the thread has moved the timer meanwhile ({@link #moves}), the sweeper sets it again as the thread did. The thread
 * may have relied on the timer at the very moment at which the sweeper stopped it. Then the sweeper finds an iteration without a timer at
 * its next look, and sets one.
 *
 * <p>Threads: the thread itself, but for what says otherwise. It waits for nothing; moving and stopping are a system call each.
 */
final class SharedTimer {
    /** No timer is running. Long before any reading of the clock, so that an iteration that begins sets it. */
    static final long STOPPED = Long.MIN_VALUE / 2;

    /** There is none. So late that no iteration sets it. */
    static final long NONE = Long.MAX_VALUE / 2;

    private static final VarHandle DUE;

    static {
        try {
            DUE = MethodHandles.lookup().findVarHandle(SharedTimer.class, "dueNs", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Timer timer;
    private final Timer sweepersTimer;
    private volatile long dueNs;
    private volatile long intervalNs;

    /** How often the thread itself has set or stopped the timer. */
    private volatile int moves;

    /**
     * @param timer null where there is none, as for virtual threads
     * @param sweepersTimer the same one, for the sweeper
     */
    SharedTimer(Timer timer, Timer sweepersTimer) {
        this.timer = timer;
        this.sweepersTimer = sweepersTimer;
        this.dueNs = timer == null ? NONE : STOPPED;
    }

    /** When it is due, {@link #STOPPED} or {@link #NONE}. From any thread. */
    long dueNs() {
        return dueNs;
    }

    /** Between the first time that it is due and the next; 0 for once. From any thread. */
    long intervalNs() {
        return intervalNs;
    }

    /** Due then, for once. */
    void set(long atNs) {
        intervalNs = 0;
        dueNs = atNs;
        moves = moves + 1;
        timer.arm(atNs, 0);
    }

    /** Due then, for once and for another purpose: as far as iterations are concerned it is stopped. */
    void lend(long atNs) {
        dueNs = STOPPED;
        moves = moves + 1;
        timer.arm(atNs, 0);
    }

    void stop() {
        dueNs = STOPPED;
        moves = moves + 1;
        timer.disarm();
    }

    /**
     * Stops it, unless the thread moved it. For the sweeper.
     *
     * @param seenNs when it was due
     * @return whether it was stopped
     */
    boolean stopBySweeper(long seenNs) {
        int seen = moves;
        if (!DUE.compareAndSet(this, seenNs, STOPPED)) {
            return false;
        }
        sweepersTimer.disarm();
        letThreadWin(seen);
        return true;
    }

    /**
     * Due then, for once, if it is stopped. For the sweeper.
     *
     * @return whether it was stopped
     */
    boolean setBySweeper(long atNs) {
        int seen = moves;
        if (!DUE.compareAndSet(this, STOPPED, atNs)) {
            return false;
        }
        intervalNs = 0;
        sweepersTimer.arm(atNs, 0);
        letThreadWin(seen);
        return true;
    }

    /** What the thread wants is done again, if it wanted something while the sweeper moved the timer: who came last to the kernel is not known. */
    private void letThreadWin(int seenMoves) {
        for (int seen = seenMoves; moves != seen; ) {
            seen = moves;
            long due = dueNs;
            if (due == STOPPED) {
                sweepersTimer.disarm();
            } else {
                intervalNs = 0; // The thread wants it once.
                sweepersTimer.arm(due, 0);
            }
        }
    }

    /**
     * Due again and again, of what it was set for, unless the thread moved it. For the sweeper.
     *
     * @param seenNs when it was due first
     * @return whether it was still set for that
     */
    boolean repeatBySweeper(long seenNs, long atNs, long everyNs) {
        int seen = moves;
        if (dueNs != seenNs) {
            return false;
        }
        intervalNs = everyNs;
        sweepersTimer.arm(atNs, everyNs);
        letThreadWin(seen);
        return true;
    }

    /** Gives it back. */
    void close() throws Exception {
        if (timer instanceof AutoCloseable closeable) {
            closeable.close();
        }
    }
}
