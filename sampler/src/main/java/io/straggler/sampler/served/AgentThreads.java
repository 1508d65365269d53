package io.straggler.sampler.served;

import io.straggler.model.NanoClock;
import io.straggler.model.SamplerMode;
import io.straggler.model.SamplerSummary;
import io.straggler.model.ThreadRole;
import io.straggler.model.VirtualThreads;
import io.straggler.model.WatchedThread;
import io.straggler.model.Witness;
import io.straggler.model.hook.CaptureListener;
import io.straggler.sampler.carrier.Carriers;
import io.straggler.sampler.carrier.SamplingCosts;
import io.straggler.sampler.linux.DescriptorShare;
import io.straggler.sampler.linux.NativeSleep;
import io.straggler.sampler.linux.NativeThread;
import io.straggler.sampler.linux.PostponableSleep;
import io.straggler.sampler.stack.AsyncProfilerStacks;
import io.straggler.sampler.stack.CaptureBudget;
import io.straggler.sampler.stack.SamplerException;
import io.straggler.sampler.stack.ThreadTimer;
import io.straggler.sampler.stack.TimerCosts;
import io.straggler.sampler.usage.FaultCost;
import io.straggler.sampler.usage.OwnUsage;
import io.straggler.sampler.usage.ProcessStalls;
import io.straggler.sampler.usage.SwitchRecords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Captures stacks of iterations that run on threads of any program, where nobody knows when the next iteration begins. Each thread has a
 * timer of its own ({@link AgentThread}). One thread of the caller's sweeps. While iterations run, it looks several times within the arm
 * delay, and sets the timers of long iterations. It also charges the captures to their budget every few milliseconds, and releases the
 * timers of threads that have ended.
 *
 * <p>Where there is no timer for a thread, the JVM is asked for its stacks ({@link PolledThreads}); {@link #summary} says why.
 *
 * <p>Threads: {@link #enter} on the thread that runs iterations, {@link #close} and what says so on the sweeping thread.
 */
public final class AgentThreads implements AutoCloseable {
    /** Between two rounds of sweeping that look at all there is, about. */
    static final long SWEEP_NS = 5_000_000;

    /** Nanoseconds between two such rounds while all iterations are short and end often, and between two looks at files of the kernel while none is late. */
    private static final long QUIET_NS = 4 * SWEEP_NS;

    /**
     * The shortest arm delay for which other threads set a thread's timer, so that short iterations cost no system call. With a shorter arm
     * delay, each thread moves its timer itself.
     */
    public static final long MIN_WATCHED_NS = TriggerSettings.SWEEPS_IN_ARM_DELAY * TriggerSettings.SHORTEST_SWEEP_NS;

    /** Where neither a timer nor an iteration is running, nor was for {@link #AWAKE_NS}. */
    static final long IDLE_SWEEP_NS = 50_000_000;

    /**
     * Time in nanoseconds for which sweeps go on after a late iteration: the owner of a lock can only be asked for
     * while it is waited for.
     */
    static final long AWAKE_NS = 1_000_000_000;

    private static final double NORMAL_SAMPLES_PER_SECOND = 10;

    private final @Nullable AsyncProfilerStacks source;
    private final String why;
    private final TriggerSettings settings;
    private final CaptureBudget budget;
    private final ThreadCaptureSchedules schedules = new ThreadCaptureSchedules();

    /** Null where there are no stacks either. */
    private final @Nullable StallWitness witness;

    /** Notices that the sweeping thread stood still; null before its first rest, and where the system keeps no statistics. */
    private @Nullable ProcessStalls stalls;

    /** Null before its first rest, and where there is none. */
    private volatile @Nullable PostponableSleep sleep;

    /** Instant until which the sweeping thread need not look, if others do. */
    private long postponableNs;

    private boolean stallsOpened;
    private final CaptureListener listener;
    private final LateReports reports;
    private final Queue<AgentThread> threads = new ConcurrentLinkedQueue<>();

    /** Threads with and without timers by their Java ids. */
    private final Map<Long, AgentThread> byJavaId = new ConcurrentHashMap<>();

    /** Threads that had ended at the last sweep: what they ran last may be reported until the next. */
    private final Queue<AgentThread> ended = new ArrayDeque<>();

    /** Threads without a timer. */
    private final PolledThreads polled;

    private final AtomicLong virtual = new AtomicLong();
    private final AtomicLong untimed = new AtomicLong();
    private long takenBefore;
    private long takenLast;
    private long firstLast;

    /** Stacks beyond the first of their iterations that the budget was not charged yet; below zero if it was charged too many. */
    private long repeats;

    private long taken;
    private long normalSampleDueNs;
    private @Nullable Iterator<AgentThread> normalSampleTurn;

    private long lookedAroundNs;

    /** Instant of the last look at files of the kernel that tell of all threads. */
    private long witnessedNs;

    private final SweepLock sweepLock = new SweepLock();

    /** When an iteration or a timer was last seen running. */
    private long ranNs;

    private boolean asleepBefore;

    private AgentThreads(
            @Nullable AsyncProfilerStacks source,
            String why,
            TimerCosts costs,
            long armDelayNs,
            Witness asked,
            CaptureListener listener,
            NanoClock clock) {
        this.source = source;
        this.listener = listener;
        this.why = why;
        this.settings = new TriggerSettings(costs, armDelayNs, clock);
        long faultNs = source == null ? 0 : FaultCost.measureNs();
        this.polled = new PolledThreads(
                settings,
                listener,
                ended,
                source == null || !VirtualThreads.supported() ? null : new Carriers(source.signal(), asked, clock),
                new SamplingCosts(costs.captureNs(), faultNs));
        this.budget = new CaptureBudget(costs.captureNs(), clock.nanoTime());
        this.witness = source == null ? null : new StallWitness(listener, clock);
        this.reports =
                new LateReports(listener, schedules, witness, new SwitchRecords(asked), costs.captureNs(), faultNs);
        if (source != null) {
            reports.tryOut(NativeThread.currentId(), clock.nanoTime());
        }
        this.takenBefore = source == null ? 0 : source.taken();
        this.takenLast = takenBefore;
        this.normalSampleDueNs = clock.nanoTime();
        this.lookedAroundNs = normalSampleDueNs - SWEEP_NS;
        this.ranNs = normalSampleDueNs - AWAKE_NS;
    }

    /**
     * Starts the profiler, and measures for some ten milliseconds on the calling thread what a stack costs.
     *
     * @param recording where the stacks go; replaced if it exists
     * @param asked what to ask the kernel about threads without a core
     */
    public static AgentThreads start(Path recording, long armDelayNs, Witness asked, CaptureListener listener) {
        AsyncProfilerStacks source = null;
        String why;
        TimerCosts costs = new TimerCosts(0, 0, 0);
        try {
            source = AsyncProfilerStacks.onRequestInChunks(recording);
            try (ThreadTimer timer = ThreadTimer.create(NativeThread.currentId(), source.signal())) {
                costs = TimerCosts.measure(source, timer);
            }
            why = "by a kernel timer on the thread that makes the call";
        } catch (SamplerException e) {
            if (source != null) {
                source.close();
                source = null;
            }
            why = "by asking the JVM, because " + e.getMessage();
        }
        return new AgentThreads(source, why, costs, armDelayNs, asked, listener, NanoClock.SYSTEM);
    }

    /**
     * The calling thread is about to run its first iteration.
     *
     * @param timed false for a thread that has no thread of the system for itself
     */
    public AgentThread enter(boolean timed) {
        Thread current = Thread.currentThread();
        long platformId = NativeThread.available() ? NativeThread.currentId() : current.getId();
        long osThreadId = timed ? platformId : -current.getId();
        WatchedThread identity =
                new WatchedThread(current.getName(), current.getId(), osThreadId, ThreadRole.SEQUENTIAL);
        ThreadTimer timer = source != null && timed ? timer(osThreadId) : null;
        if (timer == null) {
            (timed ? untimed : virtual).incrementAndGet();
            AgentThread entered =
                    new AgentThread(settings, current, identity, null, null, null, sweepLock, this::lookOut);
            byJavaId.put(identity.javaThreadId(), entered);
            polled.add(entered);
            return entered;
        }
        AgentThread entered = new AgentThread(
                settings,
                current,
                identity,
                timer,
                timer.forAnotherThread(),
                OwnUsage.open(),
                sweepLock,
                this::lookOut);
        byJavaId.put(identity.javaThreadId(), entered);
        threads.add(entered);
        return entered;
    }

    private @Nullable ThreadTimer timer(long osThreadId) {
        try {
            return source == null ? null : ThreadTimer.create(osThreadId, source.signal());
        } catch (SamplerException e) {
            return null; // There are no more timers to be had, which the summary says.
        }
    }

    /**
     * Notes that the calling thread lets another one go on. Returns the system's number of a thread that waits while
     * its iteration is late; 0 for any other thread. From any thread: no lock, no wait.
     */
    public long unparks(Thread thread) {
        AgentThread known = byJavaId.get(thread.getId());
        if (known == null) {
            return 0;
        }
        long fromNs = known.runningSinceNs();
        if (fromNs == 0) {
            return 0;
        }
        long nowNs = settings.clock().nanoTime();
        if (known.parked()) {
            known.unparked(nowNs);
        }
        return isLate(known, fromNs, nowNs) && waits(thread.getState())
                ? known.identity().osThreadId()
                : 0;
    }

    /** The number in the system of a thread that runs iterations; 0 of any other. From any thread: no lock, no wait. */
    public long osThreadId(Thread thread) {
        AgentThread known = byJavaId.get(thread.getId());
        return known == null ? 0 : known.identity().osThreadId();
    }

    private static boolean waits(Thread.State state) {
        return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
    }

    /** Iterations that run for so long are looked at. From any thread. */
    public void armDelayNs(long ns) {
        settings.armDelayNs(ns);
    }

    /** Returns the delay that is really used. From any thread. */
    public long armDelayNs() {
        return settings.armDelayNs();
    }

    /** Sets the usual duration of an iteration, to take stacks of normal ones. From any thread. */
    public void usualNs(long ns) {
        settings.usualNs(ns);
    }

    /**
     * One round. On the sweeping thread, which reports late iterations ({@link #report}) between one round and the next: a thread that has ended is forgotten
     * in the round after the one that sees it.
     *
     * @return how long it may sleep until the next
     */
    public long sweep() {
        long nowNs = settings.clock().nanoTime();
        boolean running = false;
        if (nowNs - lookedAroundNs >= SWEEP_NS) {
            lookedAroundNs = nowNs;
            reports.look(nowNs);
            keepBudget(nowNs);
            running = lookAround(nowNs);
            wantNormalSample(nowNs);
        }
        long untilLookNs = settings.sweepNs();
        boolean timers = true;
        if (sweepLock.takeOutOfTurn()) {
            try {
                releaseEnded();
                untilLookNs = settings.longestSweepNs();
                timers = false;
                for (AgentThread thread : threads) {
                    running |= thread.sweep(nowNs, schedules);
                    timers |= thread.hasTimerSet();
                    untilLookNs = Math.min(untilLookNs, thread.untilLookNs(nowNs));
                }
            } finally {
                sweepLock.release();
            }
        }
        running |= polled.look(nowNs);
        // Threads without a timer cannot set one themselves while this thread sleeps, and nobody else looks at them.
        boolean asking = polled.any(nowNs);
        ranNs = running || asking && sweepLock.anyOfServed() ? nowNs : ranNs;
        settings.asleep(nowNs - ranNs >= AWAKE_NS);
        postponableNs = nowNs;
        if (settings.asleep()) {
            return IDLE_SWEEP_NS;
        }
        if (!timers && !asking && !settings.threadsMoveTimers()) {
            postponableNs = lookedAroundNs + QUIET_NS;
        }
        return asking ? Math.min(untilLookNs, polled.untilLookNs()) : untilLookNs;
    }

    /**
     * Sleeps until the next round, without parking, because the agent's parks are not the program's. Notices meanwhile
     * if the whole process stood still. On the sweeping thread.
     *
     * @param ns as {@link #sweep} says
     */
    public void rest(long ns) throws IOException {
        if (!NativeThread.available()) {
            LockSupport.parkNanos(ns);
            return;
        }
        if (!stallsOpened) {
            stallsOpened = true;
            NativeThread.sleepPrecisely();
            NativeThread.wakeUpSoon();
            stalls = ProcessStalls.ofThisThread(settings.clock(), listener);
            sleep = PostponableSleep.open();
        }
        if (stalls == null) {
            sleepUntil(settings.clock().nanoTime() + ns);
            return;
        }
        stalls.beforeSleep(settings.clock().nanoTime());
        long fromNs = settings.clock().nanoTime();
        long dueNs = sleepUntil(fromNs + ns);
        stalls.slept(fromNs, dueNs, settings.clock().nanoTime());
    }

    /** Sleeps until an instant or, if others postpone that, until a later one. Returns it. */
    private long sleepUntil(long ns) {
        PostponableSleep own = sleep;
        if (own == null) {
            NativeSleep.sleep(ns - settings.clock().nanoTime());
            return ns;
        }
        return own.sleep(ns, postponableNs);
    }

    /**
     * The sweeping thread has something else to do, which may take longer than the arm delay. Until {@link #comeBack}, threads set their timers
     * themselves; those of iterations that run are set now. On the sweeping thread.
     */
    public void leave() {
        asleepBefore = settings.asleep();
        settings.asleep(true);
        if (sweepLock.takeOutOfTurn()) {
            try {
                long nowNs = settings.clock().nanoTime();
                for (AgentThread thread : threads) {
                    thread.watchUnseen(nowNs);
                }
            } finally {
                sweepLock.release();
            }
        }
    }

    /** The sweeping thread sweeps again. On that thread, after {@link #leave}. */
    public void comeBack() {
        settings.asleep(asleepBefore);
    }

    /** On a thread that has ended an iteration. */
    private void lookOut(long nowNs) {
        // Twice as often as is needed, so that the sweeping thread seldom has to.
        if (sweepLock.take(nowNs, settings.sweepNs() / 2)) {
            try {
                sweepLock.ofServed();
                boolean timers = false;
                for (AgentThread thread : threads) {
                    thread.watch(nowNs);
                    timers |= thread.hasTimerSet();
                }
                PostponableSleep others = sleep;
                if (others != null && !timers) {
                    others.postpone(nowNs + settings.longestSweepNs());
                }
            } finally {
                sweepLock.release();
            }
        }
    }

    /** Returns whether an iteration is running somewhere. */
    private boolean lookAround(long nowNs) {
        boolean running = false;
        int late = 0;
        for (AgentThread thread : threads) {
            long fromNs = thread.runningSinceNs();
            running |= fromNs != 0;
            late += isLate(thread, fromNs, nowNs) ? 1 : 0;
        }
        settings.late(late + polled.late());
        if (witness == null) {
            return running;
        }
        if (late > 0 || nowNs - witnessedNs >= QUIET_NS) {
            witnessedNs = nowNs;
            witness.look(nowNs, late > 0);
        }
        if (late > 0) {
            for (AgentThread thread : threads) {
                long fromNs = thread.runningSinceNs();
                if (isLate(thread, fromNs, nowNs)) {
                    witness.late(thread.identity(), fromNs, nowNs);
                }
            }
        }
        return running;
    }

    private static boolean isLate(AgentThread thread, long fromNs, long nowNs) {
        return fromNs != 0 && nowNs - thread.lateFromNs() >= 0;
    }

    private void keepBudget(long nowNs) {
        if (source != null) {
            long now = source.taken();
            long first = reports.firstCaptures();
            repeats += now - takenLast - (first - firstLast);
            takenLast = now;
            firstLast = first;
            // Stacks of an iteration that still runs are counted before it is reported that the first of them was.
            if (repeats > 0) {
                budget.take(repeats, nowNs);
                repeats = 0;
            }
            settings.debtNs(budget.apartNs(nowNs, 0));
        }
    }

    private void wantNormalSample(long nowNs) {
        if (nowNs - normalSampleDueNs < 0 || settings.debtNs() > 0) {
            return;
        }
        normalSampleDueNs = nowNs + (long) (1e9 / NORMAL_SAMPLES_PER_SECOND);
        polled.wantNormal();
        if (normalSampleTurn == null || !normalSampleTurn.hasNext()) {
            normalSampleTurn = threads.iterator();
        }
        if (normalSampleTurn.hasNext()) {
            normalSampleTurn.next().wantNormalSample();
        }
    }

    private void releaseEnded() {
        closeEnded();
        for (Iterator<AgentThread> each = threads.iterator(); each.hasNext(); ) {
            AgentThread thread = each.next();
            if (thread.ended()) {
                each.remove();
                ended.add(thread);
            }
        }
    }

    private void closeEnded() {
        for (AgentThread thread = ended.poll(); thread != null; thread = ended.poll()) {
            thread.close();
            byJavaId.remove(thread.identity().javaThreadId(), thread);
            schedules.forget(thread.identity().osThreadId());
            reports.ended(thread.identity());
        }
    }

    /**
     * Reports to the listener what was captured of an iteration, and what the system charged to its thread. On the sweeping thread.
     *
     * @param thread that ran it
     * @param tagNs its tag
     * @param outlier whether it was one
     * @return whether a stack of it was due because it was late
     */
    public boolean report(AgentThread thread, LateIteration late, long tagNs, boolean outlier) {
        return reports.report(thread, late, tagNs, late.startNs(), outlier);
    }

    /**
     * Reports what a thread did for an iteration that began on another one.
     *
     * @param iterationNs the start of the iteration
     */
    public boolean reportStage(AgentThread thread, LateIteration late, long tagNs, long iterationNs, boolean outlier) {
        return reports.report(thread, late, tagNs, iterationNs, outlier);
    }

    /** Reports to the listener what was captured of something else that a thread did while an iteration waited for it. On the sweeping thread. */
    public void reportInFront(AgentThread thread, LateIteration other, long tagNs) {
        reports.reportInFront(thread, other, tagNs);
    }

    /** Reports to the listener, once, who a thread is. On the sweeping thread. */
    public void reportThread(AgentThread thread) {
        reports.reportThread(thread);
    }

    /** Stacks that were taken so far do not count in {@link #summary}. On the sweeping thread. */
    public void forgetTaken() {
        if (source != null) {
            takenBefore = source.taken();
            taken = 0;
        }
        polled.forgetTaken();
    }

    /** Returns a summary of the sampler's work so far. On the sweeping thread. */
    public SamplerSummary summary() {
        if (source != null) {
            taken = Math.max(taken, source.taken() - takenBefore);
        }
        return SamplerSummary.of(source == null ? SamplerMode.JAVA : SamplerMode.TRIGGERED, why + troubles())
                .armDelayNs(settings.armDelayNs())
                .marginNs(settings.marginNs())
                .captureNs(settings.costs().captureNs())
                .signalsSent(reports.counters().allDue() + polled.ofNormal())
                .capturesTaken(taken + polled.taken())
                .normalSamples(reports.counters().normalSamplesDue() + polled.ofNormal())
                .innocentCaptures(reports.innocent())
                .cappedIterations(reports.counters().cappedIterations())
                .build();
    }

    private String troubles() {
        return source == null
                ? ""
                : threads(virtual.get(), "virtual: stacks are those of their carriers or, where they waited, the JVM's")
                        + threads(
                                untimed.get(),
                                "left without a timer, because the system has no more: the JVM was asked for their stacks")
                        + reports.troubles()
                        + DescriptorShare.ofThisProcess().troubles();
    }

    private static String threads(long threads, String what) {
        return threads == 0
                ? ""
                : String.format(
                        Locale.ROOT, "; %,d %s %s", threads, threads == 1 ? "thread was" : "threads were", what);
    }

    /**
     * Completes the file that stacks go to, and goes on in another. On the sweeping thread.
     *
     * @throws io.straggler.sampler.stack.SamplerException if it does not go on
     */
    public void continueIn(Path recording) {
        if (source != null) {
            takenBefore -= source.taken();
            source.continueIn(recording);
            takenLast = source.taken();
            takenBefore += takenLast;
        }
    }

    /** Stops all timers. No thread may begin an iteration any more. */
    @Override
    public void close() {
        settings.close();
        // The thread that has the lock is done soon, and no other one gets it any more.
        while (!sweepLock.takeOutOfTurn()) {
            Thread.yield();
        }
        closeEnded();
        reports.close();
        polled.close();
        for (AgentThread thread = threads.poll(); thread != null; thread = threads.poll()) {
            thread.close();
        }
        if (stalls != null) {
            stalls.close();
        }
        if (sleep != null) {
            sleep.close();
        }
        if (witness != null) {
            witness.close();
        }
        if (source != null) {
            taken = source.taken() - takenBefore;
            source.close();
        }
    }
}
