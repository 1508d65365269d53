package io.straggler.sampler.served;

import io.straggler.model.hook.WatchedThread;
import io.straggler.sampler.stack.Timer;
import io.straggler.sampler.usage.Account;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;

/**
 * A thread that runs iterations now and then, with the timer that takes its stack when one of them is late.
 *
 * <p>The thread moves its timer itself, at the start of an iteration, and only if it would otherwise be due within the arm delay: then to
 * the arm delay from now, and further by a margin, so that most iterations move nothing. A timer that is left running by a thread that went idle
 * is stopped by {@link #sweep}. Where that would come too late, because the arm delay is short and the thread is often idle for longer, the thread
 * stops it itself at the end of each iteration.
 *
 * <p>Invariants of {@link #begin} and {@link #end}: no lock, no wait, no allocation but behind a late iteration; a system call only where the timer
 * is moved or stopped.
 *
 * <p>Threads: the thread itself, but for what says otherwise.
 */
public final class ServedThread {
    private static final int CAREFUL_AFTER_A_HIT = 16;

    /** After so many captures of one iteration the distance between them doubles. */
    private static final int CAPTURES_UNTIL_RARER = 16;

    private static final VarHandle START;

    static {
        try {
            START = MethodHandles.lookup().findVarHandle(ServedThread.class, "startNs", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final TriggerSettings settings;
    private final WeakReference<Thread> thread;
    private final WatchedThread identity;
    private final SharedTimer timer;

    /** Null where the system keeps none. */
    private final Account account;

    private final long[] before = new long[Account.VALUES];

    /** Of the iteration that runs; 0 between two. The sweeper reads it. */
    private long startNs;

    private volatile boolean baselineWanted;
    private long baselineNs;
    private long endedNs;
    private boolean stopsAtEnd;

    /** So many iterations still stop their timer at the end, because it had hit the idle thread. */
    private int careful;

    /**
     * @param timer of the thread; null where there is none, as for virtual threads
     * @param sweepersTimer the same one, for the sweeping thread
     * @param account of the thread; null where the system keeps none
     */
    ServedThread(
            TriggerSettings settings,
            Thread thread,
            WatchedThread identity,
            Timer timer,
            Timer sweepersTimer,
            Account account) {
        this.settings = settings;
        this.thread = new WeakReference<>(thread);
        this.identity = identity;
        this.timer = new SharedTimer(timer, sweepersTimer);
        this.account = account;
    }

    /** Its names and ids. From any thread. */
    public WatchedThread identity() {
        return identity;
    }

    /** Whether its stack can be taken. From any thread. */
    public boolean captured() {
        return timer.dueNs() != SharedTimer.NONE;
    }

    /** Whether an iteration is running on it. */
    public boolean busy() {
        return startNs != 0;
    }

    /** The start of the iteration that is running on it. */
    public long startNs() {
        return startNs;
    }

    /**
     * An iteration begins.
     *
     * @param nowNs a reading of the clock
     * @return its start: that reading, or a later one if the timer had to be moved
     */
    public long begin(long nowNs) {
        long beginNs = nowNs;
        if (timer.dueNs() - nowNs < settings.armDelayNs()) {
            push(nowNs);
            beginNs = settings.clock().nanoTime();
        }
        START.setRelease(this, beginNs);
        return beginNs;
    }

    private void push(long nowNs) {
        if (settings.paused()) {
            stop();
            before[Account.TIME] = 0;
            return;
        }
        if (baselineWanted) {
            pushForBaseline(nowNs);
            return;
        }
        long due = timer.dueNs();
        if (due != SharedTimer.STOPPED && due - nowNs <= 0) {
            careful = CAREFUL_AFTER_A_HIT; // It was due between two iterations.
        }
        stopsAtEnd = settings.hitsWhenIdle(nowNs - endedNs) || careful > 0;
        careful = Math.max(0, careful - 1);
        // For once: a thread that goes idle is hit no more often. What follows in a late iteration is the sweeper's.
        timer.set(nowNs + settings.armDelayNs() + (stopsAtEnd ? 0 : settings.marginNs()));
        if (account != null) {
            account.read(before);
        }
    }

    /** Should the iteration be late, the sweeper sees that it has no timer. */
    private void pushForBaseline(long nowNs) {
        baselineWanted = false;
        baselineNs = settings.baselineNs(nowNs);
        timer.lend(baselineNs);
        stopsAtEnd = true;
        before[Account.TIME] = 0;
    }

    private void stop() {
        if (timer.dueNs() != SharedTimer.STOPPED || baselineNs != 0) {
            timer.stop();
        }
    }

    /**
     * The iteration ends.
     *
     * @param nowNs a reading of the clock
     * @return null, unless it was late or a stack of it was due
     */
    public LateIteration end(long nowNs) {
        long beganNs = startNs;
        START.setRelease(this, 0L);
        endedNs = nowNs;
        LateIteration late = null;
        if (nowNs - beganNs >= settings.armDelayNs() || baselineNs != 0) {
            late = late(beganNs, nowNs);
        }
        if (stopsAtEnd && captured()) {
            stop();
            baselineNs = 0;
            stopsAtEnd = false;
        }
        return late;
    }

    private LateIteration late(long beganNs, long nowNs) {
        long firstNs = timer.dueNs();
        boolean due = firstNs != SharedTimer.STOPPED && firstNs - nowNs <= 0;
        stopsAtEnd |= due;
        boolean ofBaseline = baselineNs != 0 && baselineNs - nowNs <= 0;
        if (nowNs - beganNs < settings.armDelayNs() && !ofBaseline) {
            return null;
        }
        long[] after = new long[Account.VALUES];
        long[] earlier = before.clone();
        if (account != null && earlier[Account.TIME] != 0) {
            account.read(after);
        } else {
            earlier[Account.TIME] = 0;
        }
        return new LateIteration(
                identity.osThreadId(),
                beganNs,
                nowNs,
                ofBaseline ? baselineNs : 0,
                due ? firstNs : 0,
                timer.intervalNs(),
                earlier,
                after);
    }

    /**
     * The next iteration for which the timer has to be moved anyway gets a stack at a random moment. For the sweeping thread.
     *
     * <p>The timer is left alone: the iteration that runs may be late, and needs it.
     */
    void wantBaseline() {
        baselineWanted = captured();
    }

    /** The start of the iteration that is running on it; 0 for none. From any thread. */
    long runningSinceNs() {
        return (long) START.getAcquire(this);
    }

    /** Whether the thread has ended. From any thread. */
    boolean ended() {
        Thread own = thread.get();
        return own == null || !own.isAlive();
    }

    /**
     * Stops a timer that would hit an idle thread before the next sweep, sets one where an iteration is late and has none, and has further captures
     * taken of a late one. For the sweeping thread.
     *
     * @return whether it has to be looked at again soon: a timer is running, or an iteration has none that may become late
     */
    boolean sweep(long nowNs, long untilNs, CaptureDues dues) {
        long due = timer.dueNs();
        if (due == SharedTimer.NONE) {
            return false;
        }
        long beganNs = (long) START.getAcquire(this);
        if (due == SharedTimer.STOPPED) {
            return beganNs != 0 && setForLate(beganNs, nowNs);
        }
        if (settings.paused() || beganNs == 0) {
            if (due - untilNs <= 0 && timer.stopBySweeper(due)) {
                return false;
            }
        } else {
            goOn(due, nowNs, dues);
        }
        return true;
    }

    private boolean setForLate(long beganNs, long nowNs) {
        if (settings.paused()) {
            return false;
        }
        if (nowNs - beganNs >= settings.armDelayNs()) {
            timer.setBySweeper(nowNs);
        }
        return true;
    }

    /** The second capture follows when it is seen that the first was due; later ones are further and further apart. */
    private void goOn(long due, long nowNs, CaptureDues dues) {
        long everyNs = timer.intervalNs();
        long phaseNs = dues.phaseBeganNs(identity.osThreadId(), due);
        if (nowNs - phaseNs < CAPTURES_UNTIL_RARER * everyNs || nowNs - due < 0 || timer.dueNs() != due) {
            return;
        }
        long nextNs = everyNs == 0 ? settings.intervalNs() : 2 * everyNs;
        timer.repeatBySweeper(nowNs + nextNs, nextNs);
        dues.changed(identity.osThreadId(), due, everyNs, nowNs, nextNs);
    }

    /** Gives the timer back. The thread does not run iterations any more. */
    void close() {
        closeQuietly(timer::close);
        if (account != null) {
            closeQuietly(account);
        }
    }

    private static void closeQuietly(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            throw new IllegalStateException("timers and accounts must close: " + e, e);
        }
    }
}
