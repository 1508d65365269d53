package io.straggler.sampler;

import io.straggler.model.NanoClock;
import io.straggler.model.OverheadCheck;
import io.straggler.model.ThreadRole;
import io.straggler.model.hook.InFlight;
import io.straggler.model.hook.InFlightView;
import io.straggler.model.hook.NormalSamples;
import io.straggler.model.hook.PacingHook;
import io.straggler.sampler.linux.NativeSleep;
import io.straggler.sampler.stack.CaptureBudget;
import io.straggler.sampler.stack.TimerCosts;
import io.straggler.sampler.usage.LateLog;
import io.straggler.sampler.usage.UsageSource;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The tail trigger: a kernel timer for each watched thread, which the pacing thread moves on while it is idle anyway.
 *
 * <p>Assumption: an iteration begins at or after its intended start. Guarantee: while a watched iteration is in flight the timers are due at
 * its intended start plus the arm delay, plus at most {@link #marginNs} nearly always; so one that is on time never meets them, and one that is late
 * does, whether it runs, is blocked or waits for a core. The exception are the blocks in which an {@link OverheadCheck} has the sampler off.
 * The {@link CaptureBudget} limits only how closely further captures of the same iteration follow the first.
 *
 * <p>Where to move a timer. For a sequential task: to the arm delay after the next intended start, in the gap before that start. For an
 * asynchronous task: to the arm delay after the intended start of the oldest open iteration. A move takes some microseconds
 * ({@link TimerCosts#pushNs}), so it happens in gaps that are at least twice as long. Where gaps are shorter, or there are none, a timer is
 * moved only if it would hit an iteration that is on time, and then further than needed, by the {@link Margin}.
 *
 * <p>In the same gap the pacing thread reads its {@link UsageSource}, and again behind an iteration that was late. So what it says
 * is of that iteration.
 *
 * <p>Invariants of {@link #idle} and {@link #behind}: no allocation, no lock, no wait; system calls only in a gap, or behind an
 * iteration that was late. {@code TimerTriggerTest} counts the bytes, {@code PacingCostBenchmark} and {@code BareLoopBenchmark} measure the
 * rest.
 *
 * <p>Threads: the pacing thread, except where a method says otherwise. Where iterations overlap, the thread that completes one may move or
 * stop the timers.
 */
final class TimerTrigger implements PacingHook {
    /** Number of moves that a gap must have room for before one is made. */
    private static final int PUSHES_IN_A_GAP = 2;

    /** Moving a helper's timer where there is no room takes no more than this part of the time. */
    private static final int HELPER_PART = 20;

    private static final int CAPTURES_IN_AN_INTERVAL = 10;
    private static final long SHORTEST_INTERVAL_NS = 20_000;

    private static final long RUNNING = Long.MIN_VALUE;

    private final InFlight inFlight;
    private final InFlightView view = new InFlightView();

    /** View of the thread that completes an iteration and has set {@link #moving}. */
    private final InFlightView completersView = new InFlightView();

    private final NormalSamplePlan normalSamples;
    private final OverheadCheck overheadCheck;
    private final TimerCosts costs;
    private final CaptureBudget budget;
    private final Margin margin;
    private final PushCost pushCost;
    private final LateLog log;
    private final NanoClock clock;
    private final long[] entry = new long[LateLog.VALUES];

    private final TimedThreads threads = new TimedThreads();
    private final ArmDelay armDelay;

    /** The pacing thread's. Not armed before that is known, so nothing asks for it earlier. */
    @SuppressWarnings("NullAway.Init")
    private TimedThread own;

    private boolean sequential;

    private volatile boolean armed;
    private volatile boolean closed;
    private long firstIntervalNs;

    /** The intended start that the timers of an asynchronous task were moved behind. */
    private volatile long watchedNs;

    /**
     * Whether the timers of an asynchronous task are being moved, or stopped. Nobody waits for it: the pacing thread comes again, and a thread that
     * completes an iteration leaves it to the pacing thread.
     */
    private final AtomicBoolean moving = new AtomicBoolean();

    /** When the watched iteration was over, if that stopped the timers. */
    private volatile long stoppedNs = RUNNING;

    /** The asynchronous iteration that is being captured, and still open. */
    private boolean capturing;

    /** The iteration that was last looked at when it was over. */
    private long settledNs;

    TimerTrigger(
            InFlight inFlight,
            NormalSamples captures,
            SamplerOptions options,
            TimerCosts costs,
            LateLog log,
            NanoClock clock) {
        this.inFlight = inFlight;
        this.overheadCheck = options.overheadCheck();
        this.costs = costs;
        this.log = log;
        this.clock = clock;
        this.normalSamples = new NormalSamplePlan(captures, options.normalSamplesPerSecond(), options.seed());
        this.budget = new CaptureBudget(costs.captureNs(), clock.nanoTime());
        this.margin = new Margin(costs.pushNs());
        this.pushCost = new PushCost(costs.pushNs());
        this.armDelay = new ArmDelay(costs.leastArmDelayNs(), costs.captureNs(), options.armDelayFalls());
    }

    /** The calling thread paces. Once, before anything else. */
    void pace(TimedThread pacing, ThreadRole role) {
        own = pacing;
        threads.pace(pacing);
        sequential = role == ThreadRole.SEQUENTIAL;
    }

    /**
     * Another thread is captured as well: once for each late iteration of a sequential task, as often as the pacing thread for an
     * asynchronous one. From any thread.
     *
     * @return false if there are too many already
     */
    boolean help(TimedThread helper) {
        return threads.help(helper);
    }

    /** Begins to watch. */
    void arm(long delayNs, long outlierNs) {
        if (own == null || closed) {
            return;
        }
        armDelay.begin(delayNs, outlierNs, clock.nanoTime());
        firstIntervalNs = Math.max(
                SHORTEST_INTERVAL_NS, Math.max(armDelay.ns() / 2, CAPTURES_IN_AN_INTERVAL * costs.captureNs()));
        capturing = false;
        margin.begin();
        threads.unknown();
        armed = true;
    }

    /**
     * Returns the delay that is really used: not earlier than possible here, nor so early that it hits many normal
     * iterations. From any thread.
     */
    long armDelayNs() {
        return armDelay.ns();
    }

    /** How much later than the arm delay a first capture could be due, for all but one iteration in twenty. From any thread. */
    long marginNs() {
        return margin.usualNs();
    }

    /** Iterations that were captured for being late and ended below the threshold. From any thread. */
    long innocent() {
        return armDelay.innocent();
    }

    /** From any thread: whether timers may be due. */
    boolean armed() {
        return armed;
    }

    @Override
    public long idle(long lastIntendedNs, long nowNs, long nextIntendedNs) {
        if (!armed) {
            return nowNs + NEVER;
        }
        if (stillCapturing()) {
            // This thread has nothing to do, which further captures of it would show.
            own.onlyOnce(nowNs);
            spareWaiting(nowNs, nextIntendedNs - nowNs, true);
            return nowNs + costs.pushNs();
        }
        if (!begin()) {
            return nowNs + costs.pushNs();
        }
        long untilNs = moveInGap(lastIntendedNs, nowNs, nextIntendedNs);
        end();
        return untilNs;
    }

    private long moveInGap(long lastIntendedNs, long nowNs, long nextIntendedNs) {
        settle(lastIntendedNs, nowNs);
        if (capturing) {
            return nowNs + costs.pushNs();
        }
        long gapNs = nextIntendedNs - nowNs;
        long marginNs = gapNs > PUSHES_IN_A_GAP * pushCost.ns() ? 0 : margin.ns(pushCost.ns());
        long normalSampleNs = overheadCheck.off(nextIntendedNs)
                ? NormalSamplePlan.NONE
                : normalSamples.next(lastIntendedNs, nowNs, nextIntendedNs);
        if (normalSampleNs != NormalSamplePlan.NONE) {
            pushForNormalSample(normalSampleNs, nextIntendedNs);
        } else if (!normalSamples.isOf(nextIntendedNs)) {
            push(oldest(nextIntendedNs), nowNs, marginNs, Math.max(marginNs, helperMarginNs(gapNs)));
            spareWaiting(nowNs, gapNs, false);
        }
        long readNs = clock.nanoTime();
        threads.readUsages(readNs, nextIntendedNs - readNs, !sequential, !sequential && inFlight());
        return attentionNs(nowNs);
    }

    @Override
    public long behind(long lastIntendedNs, long nowNs) {
        if (!armed) {
            return nowNs + NEVER;
        }
        if (stillCapturing() || !begin()) {
            return nowNs + costs.pushNs();
        }
        long untilNs = moveBehind(lastIntendedNs, nowNs);
        end();
        return untilNs;
    }

    private long moveBehind(long lastIntendedNs, long nowNs) {
        settle(lastIntendedNs, nowNs);
        if (capturing) {
            return nowNs + costs.pushNs();
        }
        long marginNs = margin.ns(pushCost.ns());
        push(oldest(nowNs), nowNs, marginNs, Math.max(marginNs, helperMarginNs(0)));
        return attentionNs(nowNs);
    }

    /**
     * An iteration of a sequential task that ends later than this leaves too little time for the next one. Of an asynchronous task the
     * oldest may be complete by then, shortly before it would be captured.
     */
    private long attentionNs(long nowNs) {
        if (sequential) {
            return own.dueNs() - armDelay.ns();
        }
        return Math.max(own.dueNs() - leadNs(), nowNs + costs.pushNs());
    }

    private long leadNs() {
        return PUSHES_IN_A_GAP * costs.pushNs() * threads.count();
    }

    /** Looked at without keeping the thread that completes the iteration from stopping the timers. */
    private boolean stillCapturing() {
        return capturing && stoppedNs == RUNNING && open(watchedNs);
    }

    /** A sequential task has nobody who would interfere. */
    private boolean begin() {
        return sequential || moving.compareAndSet(false, true);
    }

    private void end() {
        if (!sequential) {
            moving.set(false);
        }
    }

    /**
     * The watched iteration is complete, shortly before its first capture is due or after that. Captures from now on would hit what is not
     * late, and the thread that completed the iteration is the first to know. This thread moves the timers on to the oldest open iteration,
     * which may be late before the pacing thread gets a core. If captures were due, or nothing is open, this thread stops the timers
     * instead and leaves the rest to the pacing thread.
     */
    @Override
    public void completed(long intendedNs, long endNs) {
        if (intendedNs == watchedNs && armed && own.dueNs() - leadNs() - endNs <= 0 && begin()) {
            if (intendedNs == watchedNs && stoppedNs == RUNNING && (own.due(endNs) || !watchNext(endNs))) {
                stoppedNs = endNs;
                threads.stop();
            }
            end();
        }
    }

    /** @return false if nothing is open */
    private boolean watchNext(long nowNs) {
        inFlight.read(completersView);
        if (!completersView.busy()) {
            return false;
        }
        long nextNs = completersView.intendedNs();
        watch(nextNs);
        threads.move(unlessOff(nextNs + armDelay.ns()), budget.apartNs(nowNs, firstIntervalNs));
        return true;
    }

    @Override
    public void rest(long lastIntendedNs, long nowNs) {
        if (!armed) {
            return;
        }
        armed = false;
        while (!begin()) {
            Thread.onSpinWait();
        }
        settle(lastIntendedNs, nowNs);
        threads.disarm();
        end();
    }

    /**
     * From now on it watches nothing, and looks at no thread's switches, which are unmapped next. A pacing thread that was given up may still come back. From any
     * thread.
     */
    void close() {
        closed = true;
        armed = false;
    }

    @Override
    public void sleep(long ns) {
        NativeSleep.sleep(ns);
    }

    /** When what is watched from now on began, or will begin at the earliest. */
    private long oldest(long elseNs) {
        if (sequential) {
            return elseNs;
        }
        inFlight.read(view);
        return view.busy() ? Math.min(view.intendedNs(), elseNs) : elseNs;
    }

    /** Asynchronous tasks only: sequential tasks never read it, and the volatile store would cost a fence. */
    private void watch(long intendedNs) {
        if (!sequential) {
            watchedNs = intendedNs;
        }
    }

    /** @param marginNs zero to set it exactly, because there is room; helpers' likewise */
    private void push(long intendedNs, long nowNs, long marginNs, long helperMarginNs) {
        long neededNs = intendedNs + armDelay.ns();
        watch(intendedNs);
        if (move(own, neededNs, marginNs, nowNs, firstIntervalNs)) {
            margin.moved(marginNs == 0);
        }
        margin.found(own.dueNs() - neededNs);
        int count = threads.helpers();
        for (int i = 0; i < count; i++) {
            move(threads.helper(i), neededNs, helperMarginNs, nowNs, sequential ? 0 : firstIntervalNs);
        }
    }

    /**
     * Puts off captures of helpers that would show nothing new and wake them up, again and again, as long as the gap has room. Helpers of a sequential task are captured
     * only once, and the task may be waiting for one that waits.
     *
     * @param exclude whether threads that complete iterations have to be kept from the timers meanwhile
     */
    private void spareWaiting(long nowNs, long gapNs, boolean exclude) {
        boolean may = !sequential && gapNs > leadNs() && !normalSamples.isOf(watchedNs);
        if (!may || !anySpared(nowNs) || exclude && !begin()) {
            return;
        }
        for (int i = 0; i < threads.helpers(); i++) {
            TimedThread helper = threads.helper(i);
            if (spared(helper, nowNs)) {
                if (helper.due(nowNs)) {
                    budget.take(repeats(helper, nowNs), nowNs);
                    report(helper, watchedNs, 0, nowNs, false);
                }
                helper.arm(nowNs + leadNs() + firstIntervalNs, budget.apartNs(nowNs, firstIntervalNs));
            }
        }
        if (exclude) {
            end();
        }
    }

    private boolean anySpared(long nowNs) {
        for (int i = 0; i < threads.helpers(); i++) {
            if (spared(threads.helper(i), nowNs)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a helper is captured soon, and that would show nothing new. */
    private boolean spared(TimedThread helper, long nowNs) {
        return helper.soonDue(nowNs, leadNs()) && helper.showsNothingNew(watchedNs, nowNs);
    }

    /**
     * Unless it is due later already. That it is by a margin is not taken back: the next backlog would have to move it again, while
     * iterations wait.
     *
     * @return whether it had to be moved
     */
    private boolean move(TimedThread thread, long neededNs, long marginNs, long nowNs, long intervalNs) {
        if (thread.dueNs() - neededNs >= 0) {
            return false;
        }
        long dueNs = unlessOff(neededNs + marginNs);
        long beganNs = clock.nanoTime();
        thread.arm(dueNs, intervalNs == 0 ? 0 : budget.apartNs(nowNs, intervalNs));
        pushCost.took(clock.nanoTime() - beganNs);
        return true;
    }

    /**
     * Returns the margin of helpers' timers: none in a gap with room for all timers; otherwise so large that moving
     * them keeps to its share of the time.
     */
    private long helperMarginNs(long gapNs) {
        return gapNs > PUSHES_IN_A_GAP * pushCost.ns() * threads.count()
                ? 0
                : threads.helpers() * HELPER_PART * pushCost.ns();
    }

    /** Returns the instant, or a later one if the sampler is off until then. */
    private long unlessOff(long dueNs) {
        long delayNs = armDelay.ns();
        long aimedNs = dueNs - delayNs;
        return overheadCheck.off(aimedNs) ? overheadCheck.blockEndNs(aimedNs) + delayNs : dueNs;
    }

    private void pushForNormalSample(long atNs, long intendedNs) {
        watch(intendedNs);
        // Should it turn out to be late, the next capture is due no sooner than the first would have been.
        long intervalNs = Math.max(firstIntervalNs, intendedNs + armDelay.ns() - atNs);
        own.arm(atNs, intervalNs);
        if (!sequential) {
            for (int i = 0; i < threads.helpers(); i++) {
                threads.helper(i).arm(atNs, intervalNs);
            }
        }
    }

    /** Reports captures that were due until now, once the iteration that they are of is over. */
    private void settle(long lastIntendedNs, long nowNs) {
        boolean again = lastIntendedNs == settledNs;
        settledNs = lastIntendedNs;
        if (!again) {
            armDelay.iteration(nowNs);
        }
        boolean stopped = stoppedNs != RUNNING;
        long endNs = stopped ? stoppedNs : nowNs;
        if (own.due(endNs)) {
            capturing = !stopped && !sequential && armed && open(watchedNs);
            if (!capturing) {
                settleLate(sequential ? lastIntendedNs : watchedNs, endNs);
            }
        }
        if (stopped) {
            capturing = false;
            stoppedNs = RUNNING;
            threads.unknown();
        }
    }

    private void settleLate(long tagNs, long endNs) {
        long normalSampleNs = normalSamples.isOf(tagNs) ? own.dueNs() : 0;
        long firstNs = own.dueNs() + (normalSampleNs != 0 ? own.intervalNs() : 0);
        report(own, tagNs, normalSampleNs, endNs, true);
        budget.take(repeats(own, endNs), endNs);
        for (int i = 0; i < threads.helpers(); i++) {
            TimedThread helper = threads.helper(i);
            if (helper.due(endNs) || !sequential && helper.hadCoreSince(tagNs)) {
                report(helper, tagNs, sequential ? 0 : normalSampleNs, endNs, true);
                budget.take(repeats(helper, endNs), endNs);
            }
        }
        if (firstNs - endNs <= 0) {
            armDelay.captured(endNs - tagNs, endNs);
        }
        for (int i = 0; i < threads.count(); i++) {
            if (threads.get(i).due(endNs)) {
                goOn(threads.get(i), endNs);
            } else if (!sequential) {
                // Its next capture may have been put off.
                threads.get(i).unknown();
            }
        }
    }

    /** Captures of a late iteration behind the first of a thread. Signals to a thread without a core coalesce: all of that time brings one stack. */
    private static long repeats(TimedThread thread, long endNs) {
        return Math.max(0, thread.capturesUntil(endNs - thread.waitedNs()) - 1);
    }

    /**
     * A timer that captured a late iteration is periodic, and due again by itself: it need not be moved while the next iteration waits, unless
     * captures have to become rarer, or the sampler is off by then.
     */
    private void goOn(TimedThread thread, long nowNs) {
        long nextNs = thread.nextNs(nowNs, firstIntervalNs);
        if (nextNs != TimedThread.UNKNOWN && !budget.inDebt(nowNs) && unlessOff(nextNs) == nextNs) {
            thread.goesOn(nextNs);
        } else {
            thread.unknown();
        }
    }

    private boolean inFlight() {
        inFlight.read(view);
        return view.busy();
    }

    private boolean open(long tagNs) {
        inFlight.read(view);
        return view.busy() && view.intendedNs() == tagNs;
    }

    /** @param over whether the iteration is, so that the thread's usage can be read */
    private void report(TimedThread thread, long tagNs, long normalSampleNs, long nowNs, boolean over) {
        entry[LateLog.TAG] = tagNs;
        entry[LateLog.THREAD] = thread.osThreadId();
        entry[LateLog.NORMAL] = normalSampleNs;
        entry[LateLog.DUE] = thread.due(nowNs) ? thread.dueNs() + (normalSampleNs != 0 ? thread.intervalNs() : 0) : 0;
        entry[LateLog.INTERVAL] = thread.intervalNs();
        entry[LateLog.END] = nowNs;
        if (over && (thread == own || !sequential)) {
            thread.usage(entry);
        } else {
            // It takes several times as long to read as one's own, and no time of a sequential task is a helper's.
            thread.withoutUsage(entry);
        }
        log.add(entry);
    }

    /** Returns the threads whose captures the sampler thread makes rarer. From any thread. */
    TimedThreads threads() {
        return threads;
    }
}
