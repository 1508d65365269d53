package io.straggler.sampler;

import io.straggler.model.BaselineWindow;
import io.straggler.model.Capture;
import io.straggler.model.Capture.Purpose;
import io.straggler.model.CaptureListener;
import io.straggler.model.InFlight;
import io.straggler.model.InFlightView;
import io.straggler.model.NanoClock;
import io.straggler.model.ThreadAccounting;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * The tail trigger: watches what is in flight, asks for stacks of what has run for longer than the arm delay, and sleeps while
 * nothing can be late.
 *
 * <p>Waiting. The earliest instant at which something could be late is known: the start of what is in flight plus the arm delay,
 * or the next intended start plus the arm delay. Until shortly before it the thread sleeps. For arm delays below 100 µs, where a
 * sleep would miss the instant by a good part of it, it spins the rest on the clock, without touching the cell; for longer ones it
 * does so only while something is in flight.
 */
final class SamplerThread {
    /** Up to this arm delay a spin is worth its core. */
    private static final long SPIN_BELOW_NS = 100_000;

    /** While an iteration is late, its end is looked for at least this often, so that the accounting stops close to it. */
    private static final long LATE_LOOK_NS = 100_000;

    /** What is late for longer is not watched more closely than by sleeping. */
    private static final long CLOSE_WATCH_NS = 20_000_000;

    /** Being late by this much, it may have missed an iteration that was late. */
    private static final long MISSED_NS = 200_000;

    /** How often progress is looked for, */
    private static final long GUARD_NS = 50_000_000;

    /** and how often in a row there may be none. */
    private static final int ROUNDS_WITHOUT_PROGRESS = 4;

    /** A baseline capture that has not been taken after this long is given up: its thread has no core. */
    private static final long BASELINE_PATIENCE_NS = 20_000_000;

    /** More than the handler takes from where it counts the sample. */
    private static final long HANDLER_NS = 40_000;

    /** Moments at which a baseline capture is tried, per capture wanted: most moments find nothing in flight. */
    private static final int BASELINE_TRIES = 20;

    private final InFlight inFlight;
    private final List<TargetThread> targets;
    private final StackSource source;
    private final CaptureListener listener;
    private final BaselineWindow baseline;
    private final NanoClock clock;
    private final SamplerWait wait;
    private final Accounts accounts;
    private final Costs costs;
    private final SamplerOptions options;
    private final SamplerAccount account;
    private final SplittableRandom random;
    private final InFlightView view = new InFlightView();
    private volatile Thread active;
    private volatile boolean competes;
    private volatile boolean guarded;
    private volatile boolean closed;
    private volatile boolean armed;
    private volatile long armDelayNs = Long.MAX_VALUE / 4;
    private volatile CaptureGaps gaps = CaptureGaps.following(1, 0);

    private Thread guard;

    /** Null where threads cannot be told which core to use. */
    private KeptOff keptOff;

    private boolean late;
    private long lateTag;
    private long lateStartNs;

    /** What is late has not even started. */
    private boolean stalled;

    private int captures;
    private long dueNs;
    private long baselineDueNs;
    private double baselineCredit;

    SamplerThread(
            InFlight inFlight,
            List<TargetThread> targets,
            StackSource source,
            CaptureListener listener,
            BaselineWindow baseline,
            NanoClock clock,
            LongConsumer sleep,
            SamplerOptions options,
            SamplerAccount account,
            Costs costs) {
        this.inFlight = inFlight;
        this.targets = targets;
        this.source = source;
        this.listener = listener;
        this.baseline = baseline;
        this.clock = clock;
        this.wait = new SamplerWait(clock, sleep, listener, account);
        this.costs = costs;
        this.accounts = new Accounts(targets, listener, account, costs);
        this.options = options;
        this.account = account;
        this.random = new SplittableRandom(options.seed());
    }

    void start() {
        active = daemon(this::loop, "straggler-sampler");
        guard = daemon(this::guard, "straggler-sampler-guard");
        active.start();
        guard.start();
    }

    private static Thread daemon(Runnable body, String name) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Starts to look, with this arm delay. From any thread. */
    void arm(long delayNs) {
        armDelayNs = delayNs;
        gaps = options.gaps().orElseGet(() -> CaptureGaps.following(delayNs, costs.captureNs()));
        armed = true;
        LockSupport.unpark(active);
    }

    /** Stops to look; what is under way is finished. From any thread. */
    void disarm() {
        armed = false;
    }

    /** Ends the thread and waits for it. */
    void close() throws InterruptedException {
        closed = true;
        for (Thread thread : new Thread[] {active, guard}) {
            if (thread != null) {
                LockSupport.unpark(thread);
                thread.join();
            }
        }
        accounts.close();
    }

    /** Whether it had to take a core like any other thread, because none was left over. */
    boolean competes() {
        return competes;
    }

    private void loop() {
        if (NativeThread.available()) {
            NativeThread.sleepPrecisely();
            keptOff = new KeptOff(targets, NativeThread.allowedCpus(), NativeThread::allowCpus);
            if (competes) {
                // With every core busy, a wait for somebody who holds a lock and has no core looks like a standstill.
                wait.ignoreStandstills();
            } else {
                NativeThread.giveWay();
                wait.begin();
            }
        }
        try {
            while (!closed && Thread.currentThread() == active) {
                turn();
            }
        } catch (RuntimeException | Error e) {
            // The run goes on without stacks, and its summary says why.
            account.broke(e);
        } finally {
            if (Thread.currentThread() == active) {
                wait.close();
            }
        }
    }

    /**
     * The body of a thread that looks every now and then whether the sampler makes progress in a measured run. On a machine where
     * every core is busy, one that gives way makes none; then another takes over that competes for a core like everybody else.
     */
    private void guard() {
        long seenNs = 0;
        int rounds = 0;
        while (!closed && !competes) {
            LockSupport.parkNanos(this, GUARD_NS);
            long expected = wait.expectedNs();
            boolean overdue = clock.nanoTime() - expected > GUARD_NS;
            rounds = guarded && armed && overdue && expected == seenNs ? rounds + 1 : 0;
            seenNs = expected;
            if (rounds == ROUNDS_WITHOUT_PROGRESS) {
                competes = true;
                active = daemon(this::loop, "straggler-sampler");
                active.start();
            }
        }
    }

    /** Makes sure from now on that it gets a core; in a warm-up it may well go without, while the compilers are at work. */
    void guardFromNow() {
        guarded = true;
    }

    /** One round of the loop. Tests call it on a thread of theirs instead of starting this one. */
    void turn() {
        long nowNs = clock.nanoTime();
        if (!armed) {
            late = false;
            wait.rest();
            baselineDueNs = clock.nanoTime() + baselineGapNs();
        } else if (options.observerCheck().rests(nowNs)) {
            // What is late now goes unseen: that is the point.
            late = false;
            wait.until(options.observerCheck().blockEndNs(nowNs), 0);
        } else {
            step();
        }
    }

    /** Looks once, does what is due, and waits until something could be again. */
    private void step() {
        inFlight.read(view);
        long nowNs = clock.nanoTime();
        wait.alive(nowNs);
        if (late && !stillLate()) {
            endLate(nowNs);
        } else if (!late && nowNs - wait.expectedNs() > MISSED_NS) {
            // Whatever ran meanwhile was not watched; its time is accounted for nevertheless.
            accounts.tell(ThreadAccounting.UNTAGGED, 0);
            accounts.refresh(nowNs, 0);
        }
        if (nowNs - baselineDueNs >= 0 && (late || !view.busy())) {
            // This moment found nothing normal in flight. To wait for it would be to spin, and to see beginnings only.
            baselineDueNs = nowNs + baselineGapNs();
        }
        if (view.busy()) {
            watch(nowNs);
        } else {
            watchNothing(nowNs);
        }
    }

    private boolean stillLate() {
        return stalled
                ? !view.busy() && view.nextIntendedNs() == lateTag
                : view.busy() && view.intendedNs() == lateTag && view.startNs() == lateStartNs;
    }

    private void watchNothing(long nowNs) {
        long nextNs = view.nextIntendedNs();
        long lateAtNs = saturatedSum(nextNs, armDelayNs);
        if (!late && nowNs - lateAtNs >= 0) {
            // It was due long ago and has not started: the thread that should start it does not run.
            beginLate(nextNs, nextNs, nowNs);
            stalled = true;
            dueNs = Long.MAX_VALUE;
        }
        if (late) {
            await(nowNs + LATE_LOOK_NS);
            return;
        }
        accounts.refresh(nowNs, 0);
        if (keptOff != null) {
            keptOff.look();
        }
        long freshNs = nextNs - SamplerWait.WAKE_UP_NS;
        // An account from just before the start speaks of nothing else.
        await(nowNs < freshNs && accounts.stale(nextNs) ? freshNs : lateAtNs);
    }

    private void watch(long nowNs) {
        long armedAtNs = view.startNs() + armDelayNs;
        if (!late && nowNs - armedAtNs >= 0) {
            beginLate(view.intendedNs(), view.startNs(), nowNs);
            dueNs = armedAtNs;
        }
        if (late && nowNs - dueNs >= 0) {
            captureLate(nowNs);
        } else if (!late && nowNs - baselineDueNs >= 0) {
            captureBaseline(nowNs);
        }
        await(late ? Math.min(dueNs, clock.nanoTime() + LATE_LOOK_NS) : armedAtNs);
    }

    private void beginLate(long tag, long startNs, long nowNs) {
        late = true;
        stalled = false;
        lateTag = tag;
        lateStartNs = startNs;
        captures = 0;
        // A reading from before the iteration tells more; one that is too old tells of other iterations too.
        accounts.refresh(nowNs, armDelayNs);
    }

    private void captureLate(long nowNs) {
        if (captures >= gaps.most()) {
            dueNs = Long.MAX_VALUE;
            account.capped();
            return;
        }
        for (TargetThread target : targets) {
            long sentNs = clock.nanoTime();
            if (source.request(target)) {
                account.sent(Math.max(0, sentNs - dueNs));
                listener.captured(
                        new Capture(Purpose.LATE, lateTag, target.identity().osThreadId(), dueNs, sentNs));
            }
        }
        dueNs = Math.max(dueNs, nowNs) + gaps.afterNs(captures);
        captures++;
    }

    private void endLate(long nowNs) {
        late = false;
        accounts.tell(lateTag, captures);
        accounts.refresh(nowNs, 0);
    }

    /** A stack of whatever is in flight at a random moment: random moments make long iterations as likely as they are long. */
    private void captureBaseline(long nowNs) {
        baselineDueNs = nowNs + baselineGapNs();
        if (baselineCredit < 1) {
            return;
        }
        baselineCredit--;
        long takenBefore = source.taken();
        baseline.open(nowNs);
        try {
            awaitTaken(takenBefore + requestBaseline(nowNs), nowNs + BASELINE_PATIENCE_NS);
        } finally {
            // The sample is counted when the handler begins; the thread is back a little later.
            baseline.close(clock.nanoTime() + HANDLER_NS);
        }
    }

    private int requestBaseline(long nowNs) {
        int requested = 0;
        for (TargetThread target : targets) {
            long sentNs = clock.nanoTime();
            if (source.request(target)) {
                requested++;
                account.sentBaseline();
                listener.captured(new Capture(
                        Purpose.BASELINE, view.intendedNs(), target.identity().osThreadId(), nowNs, sentNs));
            }
        }
        return requested;
    }

    private void awaitTaken(long wanted, long untilNs) {
        while (source.taken() < wanted && untilNs - clock.nanoTime() > 0) {
            Thread.onSpinWait();
        }
    }

    private long baselineGapNs() {
        if (options.baselinePerSecond() == 0) {
            return Long.MAX_VALUE / 4;
        }
        double meanNs = 1e9 / options.baselinePerSecond() / BASELINE_TRIES;
        double gapNs = -Math.log1p(-random.nextDouble()) * meanNs;
        baselineCredit = Math.min(2, baselineCredit + gapNs * options.baselinePerSecond() / 1e9);
        return (long) gapNs;
    }

    private void await(long lateAtNs) {
        long nowNs = clock.nanoTime();
        long untilNs = late ? lateAtNs : Math.min(lateAtNs, Math.max(baselineDueNs, nowNs));
        // What is late already is looked for without hurry, until a capture is due.
        boolean closely = late
                ? dueNs - nowNs <= LATE_LOOK_NS && nowNs - lateStartNs < CLOSE_WATCH_NS
                : armDelayNs < SPIN_BELOW_NS || view.busy();
        wait.until(untilNs, closely ? SamplerWait.WAKE_UP_NS : 0);
    }

    private static long saturatedSum(long a, long b) {
        long sum = a + b;
        return sum < a ? Long.MAX_VALUE : sum;
    }
}
