package io.straggler.sampler.served;

import io.straggler.sampler.stack.Timer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The timer of a thread, which the thread itself moves, and a sweeper where the thread does not.
 *
 * <p>The thread and the sweeper agree without a lock. The sweeper first changes {@link #dueNs} from what it saw to {@link #STOPPED}, then
 * stops the timer. If the thread has moved the timer meanwhile ({@link #moves}), the sweeper sets it again as the thread did. While the
 * thread is moving it, nobody knows whose call reaches the kernel last. Then the sweeper changes nothing, and only sets the timer as the
 * thread does. The thread may have relied on the timer at the very moment at which the sweeper stopped it. Then the sweeper finds an
 * iteration without a timer at its next look, and sets one. {@code SharedTimerStress} tests this.
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

    /** Odd while the thread itself sets or stops the timer; grows with each time. */
    private volatile int moves;

    /**
     * @param timer null where there is none, as for virtual threads
     * @param sweepersTimer the same one, for the sweeper
     */
    @SuppressWarnings("NullAway") // Where there is none it is due at NONE, and nobody moves it.
    SharedTimer(@Nullable Timer timer, @Nullable Timer sweepersTimer) {
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
        beginMove();
        intervalNs = 0;
        dueNs = atNs;
        timer.arm(atNs, 0);
        endMove();
    }

    /** Due first for another purpose, and then for the iteration, again and again. */
    void lendAndSet(long atNs, long dueAtNs) {
        beginMove();
        intervalNs = dueAtNs - atNs;
        dueNs = dueAtNs;
        timer.arm(atNs, dueAtNs - atNs);
        endMove();
    }

    /** Due then, for once and for another purpose: as far as iterations are concerned it is stopped. */
    void lend(long atNs) {
        beginMove();
        dueNs = STOPPED;
        timer.arm(atNs, 0);
        endMove();
    }

    void stop() {
        beginMove();
        dueNs = STOPPED;
        timer.disarm();
        endMove();
    }

    private void beginMove() {
        moves = (moves + 1) | 1;
    }

    private void endMove() {
        moves = moves + 1;
    }

    /**
     * Stops it, unless the thread moved it or is moving it. For the sweeper.
     *
     * @param seenNs when it was due
     * @return whether it was stopped
     */
    boolean stopBySweeper(long seenNs) {
        int seen = moves;
        if (moving(seen) || !DUE.compareAndSet(this, seenNs, STOPPED)) {
            return false;
        }
        sweepersTimer.disarm();
        letThreadWin(seen);
        return true;
    }

    /**
     * Due then, and again and again, if it is stopped and the thread is not moving it. For the sweeper.
     *
     * @param everyNs between the first time and the next; 0 for once
     * @return whether it was set
     */
    boolean setBySweeper(long atNs, long everyNs) {
        int seen = moves;
        if (moving(seen) || !DUE.compareAndSet(this, STOPPED, atNs)) {
            return false;
        }
        intervalNs = everyNs;
        sweepersTimer.arm(atNs, everyNs);
        letThreadWin(seen);
        return true;
    }

    /**
     * Whether the thread is moving the timer. If so, what it wants is done for it: captures that follow each other closely may keep it from
     * getting there.
     */
    private boolean moving(int seenMoves) {
        boolean moving = (seenMoves & 1) != 0;
        if (moving) {
            letThreadWin(seenMoves - 1);
        }
        return moving;
    }

    /**
     * Repeats the thread's setting if it made one while the sweeper moved the timer: which of the two reached the
     * kernel last is not known.
     */
    private void letThreadWin(int seenMoves) {
        int seen = seenMoves;
        long done = dueNs;
        while (moves != seen || dueNs != done) {
            seen = moves;
            done = dueNs;
            if (done == STOPPED) {
                sweepersTimer.disarm();
            } else {
                intervalNs = 0; // The thread wants it once.
                sweepersTimer.arm(done, 0);
            }
        }
    }

    /**
     * Due again and again, of what it was set for, unless the thread moved it or is moving it. For the sweeper.
     *
     * @param seenNs when it was due first
     * @return whether it repeats
     */
    boolean repeatBySweeper(long seenNs, long atNs, long everyNs) {
        int seen = moves;
        if (moving(seen) || dueNs != seenNs) {
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
