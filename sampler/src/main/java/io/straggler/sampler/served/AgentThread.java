package io.straggler.sampler.served;

import io.straggler.model.StackSample;
import io.straggler.model.WatchedThread;
import io.straggler.sampler.carrier.LateVirtual;
import io.straggler.sampler.carrier.VirtualSampling;
import io.straggler.sampler.stack.JavaStacks;
import io.straggler.sampler.stack.PolledIteration;
import io.straggler.sampler.stack.Timer;
import io.straggler.sampler.usage.ThreadReading;
import io.straggler.sampler.usage.UsageSource;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A thread that runs iterations now and then, with the timer that takes its stack when one of them is late.
 *
 * <p>With an arm delay of {@link AgentThreads#MIN_WATCHED_NS} or more, the thread itself only records when an iteration begins and ends.
 * Whichever thread has the turn ({@link SweepLock}) looks several times within the arm delay. When it sees an iteration
 * that is not new, it sets the timer to the arm delay after the iteration's start. Then it also reads what the
 * system has charged to the thread so far. So most iterations cost no system call, and only one that is longer than the time between looks
 * has to stop its timer. While the sweeping thread sleeps because nothing was running, the thread sets the timer itself. With a shorter arm
 * delay it always does ({@link SelfArming}).
 *
 * <p>Invariants of {@link #begin} and {@link #end}: no lock, no wait, no allocation but behind a late iteration; a system call only behind a long one, for a stack
 * of a normal one, where it looks in the sweeper's place, while the sweeper sleeps, or with a short arm delay.
 *
 * <p>Threads: the thread itself, but for what says otherwise.
 */
public final class AgentThread {
    /** Number of captures of one iteration after which the distance between them doubles. */
    private static final int CAPTURES_UNTIL_RARER = 16;

    private static final VarHandle START;
    private static final VarHandle PARKED;

    static {
        try {
            START = MethodHandles.lookup().findVarHandle(AgentThread.class, "startNs", long.class);
            PARKED = MethodHandles.lookup().findVarHandle(AgentThread.class, "parkedNs", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final TriggerSettings settings;
    private final WeakReference<Thread> thread;
    private final WatchedThread identity;
    private final SharedTimer timer;
    private final SelfArming selfArming;
    private final SweepLock sweepLock;

    /** Looks for long iterations of all threads. */
    private final LongConsumer lookout;

    /** Null where the system keeps none. */
    private final @Nullable UsageSource usage;

    /** Read by the thread when it sets its timer; its time is zero otherwise. */
    private final long[] before = new long[UsageSource.VALUES];

    /**
     * Statistics for the thread whose turn it is, opened when first needed; null before, or where the system keeps
     * none.
     */
    private @Nullable UsageSource reading;

    /** Read by who has the turn, of the iteration that began at {@link #seenReadNs}. */
    private final long[] seen = new long[UsageSource.VALUES];

    private volatile long seenReadNs;

    /** The start of the iteration that the timer was set for. For who has the turn. */
    private long setForNs;

    private long setToNs;

    /** Start of the running iteration; 0 between two. The sweeper reads it. */
    private long startNs;

    /** From when on the arm delay counts: the start, or an earlier one on another thread. Written before {@link #startNs}. */
    private long originNs;

    /** Instant at which it parked within an iteration; 0 while it is not parked. */
    private long parkedNs;

    /** Instant at which that park ends by itself; 0 for a park without a timeout. */
    private long parkedUntilNs;

    /** Instant at which another thread let it go on last. Written by that thread. */
    private volatile long unparkedNs;

    private volatile boolean normalSampleWanted;
    private long normalSampleNs;

    /** State for the sweeping thread, if there is no timer. */
    private @Nullable PolledIteration polled;

    private @Nullable LateVirtual late;
    private long lateSinceNs;

    /**
     * @param timer of the thread; null where there is none, as for virtual threads
     * @param sweepersTimer the same one, for the sweeping thread
     * @param usage of the thread; null where the system keeps no statistics
     * @param sweepLock lets one thread at a time look for long iterations
     * @param lookout looks for long iterations, at a reading of the clock
     */
    AgentThread(
            TriggerSettings settings,
            Thread thread,
            WatchedThread identity,
            @Nullable Timer timer,
            @Nullable Timer sweepersTimer,
            @Nullable UsageSource usage,
            SweepLock sweepLock,
            LongConsumer lookout) {
        this.settings = settings;
        this.thread = new WeakReference<>(thread);
        this.identity = identity;
        this.timer = new SharedTimer(timer, sweepersTimer);
        this.selfArming = new SelfArming(settings, this.timer);
        this.usage = usage;
        this.sweepLock = sweepLock;
        this.lookout = lookout;
    }

    /** Its names and ids. From any thread. */
    public WatchedThread identity() {
        return identity;
    }

    /** Whether it has a timer. From any thread. */
    boolean timed() {
        return timer.dueNs() != SharedTimer.NONE;
    }

    /** When the JVM was asked for its stacks, if it has no timer. For the sweeping thread. */
    PolledIteration polled() {
        if (polled == null) {
            polled = new PolledIteration();
        }
        return polled;
    }

    /** The running iteration of a virtual thread, if it is late and looked at; null otherwise. For the sweeping thread. */
    @Nullable
    LateVirtual late() {
        return late;
    }

    /** The iteration that began then is late. Null if the thread has ended. For the sweeping thread. */
    @Nullable
    LateVirtual beginLate(VirtualSampling sampling, long beganNs) {
        Thread own = thread.get();
        if (own == null) {
            return null;
        }
        PolledIteration asked = polled();
        asked.dueNs(beganNs);
        lateSinceNs = beganNs;
        late = new LateVirtual(
                sampling,
                beganNs,
                Math.max(beganNs, lateFromNs()),
                own,
                identity.osThreadId(),
                () -> runningSinceNs() == beganNs,
                asked,
                // They are reported with the iteration.
                (dueNs, askedNs) -> {},
                () -> (long) PARKED.getAcquire(this));
        return late;
    }

    /** Ends looking at an iteration, unless it is the one that began then. For the sweeping thread. */
    void endLate(long beganNs) {
        LateVirtual ended = late;
        if (ended != null && beganNs != lateSinceNs) {
            late = null;
            ended.end();
        }
    }

    /** Returns the stack of the thread by the JVM; none if the thread has ended. From any thread. */
    Optional<StackSample> stack() {
        Thread own = thread.get();
        return own == null ? Optional.empty() : JavaStacks.of(own, identity.osThreadId(), settings.clock());
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
     * The thread, a virtual one, parks.
     *
     * @param nowNs a reading of the clock
     * @param forNs for how long at most
     */
    public void parks(long nowNs, long forNs) {
        parkedUntilNs = forNs < Long.MAX_VALUE / 2 ? nowNs + forNs : 0;
        PARKED.setRelease(this, nowNs);
    }

    /**
     * The thread goes on behind {@link #parks}, if it parked.
     *
     * @param nowNs a reading of the clock
     * @return when it was ready to go on, if its iteration is late; 0 otherwise, and where that is not known
     */
    public long readyNs(long nowNs) {
        long sinceNs = parkedNs;
        PARKED.setRelease(this, 0L);
        if (sinceNs == 0 || !busy() || nowNs - lateFromNs() < 0) {
            return 0;
        }
        long unparked = unparkedNs;
        if (unparked - sinceNs >= 0) {
            return unparked;
        }
        return parkedUntilNs != 0 && parkedUntilNs - nowNs < 0 ? parkedUntilNs : 0;
    }

    /** Whether it parks within an iteration. From any thread. */
    boolean parked() {
        return (long) PARKED.getAcquire(this) != 0;
    }

    /** Another thread lets it go on. From any thread. */
    void unparked(long nowNs) {
        unparkedNs = nowNs;
    }

    /**
     * An iteration begins.
     *
     * @param nowNs a reading of the clock
     * @return its start: that reading, or a later one if the timer had to be moved
     */
    public long begin(long nowNs) {
        long beginNs = nowNs;
        boolean moves;
        if (settings.threadsMoveTimers()) {
            moves = selfArming.needed(nowNs);
        } else {
            before[UsageSource.TIME] = 0;
            moves = normalSampleWanted || settings.asleep();
        }
        if (moves) {
            push(nowNs);
            beginNs = settings.clock().nanoTime();
        }
        originNs = beginNs;
        START.setRelease(this, beginNs);
        return beginNs;
    }

    /**
     * This thread goes on with an iteration that began on another one. It is late when the iteration is.
     *
     * @param nowNs a reading of the clock
     * @param iterationNs the start of the iteration
     */
    public void resume(long nowNs, long iterationNs) {
        before[UsageSource.TIME] = 0;
        if (settings.threadsMoveTimers() || settings.asleep()) {
            if (settings.closed() || !timed()) {
                stopIfRunning();
            } else {
                selfArming.moveOnce(Math.max(nowNs, iterationNs + settings.armDelayNs()));
                readBefore();
            }
        }
        originNs = iterationNs;
        START.setRelease(this, nowNs);
    }

    private void readBefore() {
        if (usage != null) {
            usage.read(before);
        }
    }

    private void push(long nowNs) {
        before[UsageSource.TIME] = 0;
        if (settings.closed() || !timed()) {
            stopIfRunning();
            return;
        }
        long dueNs = nowNs + settings.armDelayNs();
        long sampleNs = normalSampleWanted ? settings.normalSampleNs(nowNs) : dueNs;
        if (normalSampleWanted && !settings.threadsMoveTimers() && !settings.asleep()) {
            // Should the iteration be late, who looks sees that it has no timer.
            normalSampleWanted = false;
            normalSampleNs = sampleNs;
            timer.lend(sampleNs);
            return;
        }
        if (dueNs - sampleNs > 2 * settings.costs().captureNs()) {
            normalSampleWanted = false;
            normalSampleNs = sampleNs;
            timer.lendAndSet(sampleNs, dueNs);
        } else if (settings.threadsMoveTimers()) {
            selfArming.move(nowNs);
        } else {
            timer.set(dueNs);
        }
        readBefore();
    }

    private void stopIfRunning() {
        long due = timer.dueNs();
        if (due != SharedTimer.STOPPED && due != SharedTimer.NONE || normalSampleNs != 0) {
            timer.stop();
            normalSampleNs = 0;
        }
    }

    /**
     * The iteration ends.
     *
     * @param nowNs a reading of the clock
     * @return null, unless it was late or a stack of it was due
     */
    public @Nullable LateIteration end(long nowNs) {
        long beganNs = startNs;
        START.setRelease(this, 0L);
        LateIteration late = null;
        if (nowNs - lateFromNs() >= 0 || normalSampleNs != 0) {
            late = late(beganNs, nowNs);
        }
        if (!settings.threadsMoveTimers()) {
            stopIfRunning();
            if (sweepLock.due(nowNs)) {
                lookout.accept(nowNs);
            }
        } else if (selfArming.stops(nowNs, late != null && late.dueNs() != 0) || normalSampleNs != 0) {
            stopIfRunning();
        }
        return late;
    }

    private @Nullable LateIteration late(long beganNs, long nowNs) {
        long firstNs = timer.dueNs();
        boolean due = firstNs != SharedTimer.STOPPED && firstNs - nowNs <= 0;
        boolean ofNormal = normalSampleNs != 0 && normalSampleNs - nowNs <= 0;
        if (nowNs - lateFromNs() < 0 && !ofNormal) {
            return null;
        }
        long[] after = new long[UsageSource.VALUES];
        long[] earlier = (before[UsageSource.TIME] == 0 && seenReadNs == beganNs ? seen : before).clone();
        if (usage != null && earlier[UsageSource.TIME] != 0) {
            usage.read(after);
        } else {
            earlier[UsageSource.TIME] = 0;
        }
        return new LateIteration(
                identity.osThreadId(),
                beganNs,
                nowNs,
                ofNormal ? normalSampleNs : 0,
                due ? firstNs : 0,
                timer.intervalNs(),
                earlier,
                after);
    }

    /**
     * The next iteration gets a stack at a random moment. For the sweeping thread.
     *
     * <p>The timer is left alone: the iteration that runs may be late, and needs it.
     */
    void wantNormalSample() {
        normalSampleWanted = timed();
    }

    /** The start of the iteration that is running on it; 0 for none. From any thread. */
    long runningSinceNs() {
        return (long) START.getAcquire(this);
    }

    /** When the iteration that is running on it is late, or was. From any thread, behind {@link #runningSinceNs}. */
    long lateFromNs() {
        return originNs + settings.armDelayNs();
    }

    /** Whether its timer is set. For whoever has the turn. */
    boolean hasTimerSet() {
        long due = timer.dueNs();
        return due != SharedTimer.STOPPED && due != SharedTimer.NONE;
    }

    /** Whether the thread has ended. From any thread. */
    boolean ended() {
        Thread own = thread.get();
        return own == null || !own.isAlive();
    }

    /**
     * Sets the timer of an iteration that is not new, stops one that was left running by an iteration that is over, and has further captures taken of a
     * late one. For the sweeping thread, when it has the turn.
     *
     * @return whether an iteration or a timer is running
     */
    boolean sweep(long nowNs, ThreadCaptureSchedules schedules) {
        long due = timer.dueNs();
        if (due == SharedTimer.NONE) {
            return false;
        }
        long beganNs = (long) START.getAcquire(this);
        if (due == SharedTimer.STOPPED) {
            watch(nowNs);
            return beganNs != 0;
        }
        if (settings.closed() || leftRunning(beganNs, due, nowNs)) {
            return !timer.stopBySweeper(due) || beganNs != 0;
        }
        if (beganNs != 0) {
            goOn(due, nowNs, schedules);
        }
        return true;
    }

    /** Whether a timer is of an iteration that is over, and is due before the next sweep, or before a thread would move it. */
    private boolean leftRunning(long beganNs, long due, long nowNs) {
        return settings.threadsMoveTimers()
                ? beganNs == 0 && due - nowNs <= 2 * AgentThreads.SWEEP_NS
                : beganNs == 0 || due == setToNs && beganNs != setForNs;
    }

    /** Sets the timer of an iteration that is not new. For whoever has the turn. */
    void watch(long nowNs) {
        if (timer.dueNs() == SharedTimer.STOPPED && !settings.closed()) {
            long beganNs = (long) START.getAcquire(this);
            if (beganNs != 0 && nowNs - beganNs >= settings.newNs()) {
                watch(beganNs, nowNs);
            }
        }
    }

    /** Sets the timer of any iteration that runs, because nobody looks again in time. For whoever has the turn. */
    void watchUnseen(long nowNs) {
        long beganNs = (long) START.getAcquire(this);
        if (beganNs != 0 && timer.dueNs() == SharedTimer.STOPPED && !settings.closed()) {
            watch(beganNs, nowNs);
        }
    }

    private void watch(long beganNs, long nowNs) {
        long dueNs = lateFromNs();
        if (seenReadNs != beganNs && usage != null) {
            read(beganNs);
        }
        setForNs = beganNs;
        setToNs = Math.max(dueNs, nowNs);
        if (timer.setBySweeper(setToNs, settings.intervalNs()) && (long) START.getAcquire(this) != beganNs) {
            timer.stopBySweeper(setToNs); // It ended meanwhile, and may not have seen that there was something to stop.
        }
    }

    /**
     * How long it may take until the next look at this thread, so that the timer of any iteration is set before it is due, and the second stack of a late
     * one follows soon. For the sweeping thread, behind a look.
     */
    long untilLookNs(long nowNs) {
        long beganNs = (long) START.getAcquire(this);
        long mostNs = settings.longestSweepNs();
        long due = timer.dueNs();
        if (beganNs != 0 && due == SharedTimer.STOPPED) {
            return Math.max(settings.sweepNs(), mostNs - Math.max(0, nowNs - beganNs));
        }
        boolean soonLate = settings.threadsMoveTimers()
                && beganNs != 0
                && due - nowNs > 0
                && nowNs - beganNs >= settings.armDelayNs() / 2;
        return soonLate ? Math.max(TriggerSettings.SHORTEST_SWEEP_NS, due - nowNs) : mostNs;
    }

    private void read(long beganNs) {
        if (reading == null) {
            reading = ThreadReading.open(identity.osThreadId(), settings.clock());
        }
        if (reading != null) {
            // The thread takes these for its own only by the start, which it compares first.
            reading.read(seen);
            seenReadNs = beganNs;
        }
    }

    /** The second capture follows when it is seen that the first was due; later ones are further and further apart. */
    private void goOn(long due, long nowNs, ThreadCaptureSchedules schedules) {
        long everyNs = timer.intervalNs();
        long phaseNs = schedules.phaseBeganNs(identity.osThreadId(), due);
        if (nowNs - phaseNs < CAPTURES_UNTIL_RARER * everyNs || nowNs - due < 0) {
            return;
        }
        long nextNs = everyNs == 0 ? settings.intervalNs() : settings.rarerNs(2 * everyNs);
        if (timer.repeatBySweeper(due, nowNs + nextNs, nextNs)) {
            schedules.changed(identity.osThreadId(), due, everyNs, nowNs, nextNs);
        }
    }

    /** Gives the timer back. The thread does not run iterations any more. */
    void close() {
        closeQuietly(timer::close);
        if (usage != null) {
            closeQuietly(usage);
        }
        if (reading != null) {
            closeQuietly(reading);
        }
    }

    private static void closeQuietly(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            throw new IllegalStateException("timers and the files of scheduler statistics must close: " + e, e);
        }
    }
}
