package io.straggler.sampler.served;

import io.straggler.model.NanoClock;
import io.straggler.sampler.stack.CaptureBudget;
import io.straggler.sampler.stack.TimerCosts;
import java.util.Random;

/** Settings that all served threads share. They read them at every iteration; the sweeping thread writes them. */
final class TriggerSettings {
    private static final int CAPTURES_IN_AN_INTERVAL = 10;
    private static final long SHORTEST_INTERVAL_NS = 20_000;

    /**
     * Number of looks before a stack is due: one sees the iteration when it is new, one sets its timer, and one may be
     * late.
     */
    static final int SWEEPS_IN_ARM_DELAY = 3;

    /** More often, they would take more than one or two percent of a core in a virtual machine. */
    static final long SHORTEST_SWEEP_NS = 500_000;

    /** Moving a timer takes up to one percent of the time where iterations follow each other closely. */
    private static final int PUSHES_IN_A_MARGIN = 100;

    /** A thread that is idle for so many moves stops its timer at each end. */
    private static final int PUSHES_IN_A_LONG_GAP = 20;

    /** Number of threads that may be late at the same time before their captures come further apart. */
    private static final int FEW_LATE = 8;

    private final TimerCosts costs;
    private final NanoClock clock;
    private final Random random = new Random(1);
    private volatile long armDelayNs;
    private volatile long usualNs = 1;
    private volatile int late;
    private volatile long debtNs;
    private volatile boolean closed;
    private volatile boolean asleep = true;

    /** @param costs of a timer and its captures; all zero where there is none */
    TriggerSettings(TimerCosts costs, long armDelayNs, NanoClock clock) {
        this.costs = costs;
        this.clock = clock;
        armDelayNs(armDelayNs);
    }

    TimerCosts costs() {
        return costs;
    }

    NanoClock clock() {
        return clock;
    }

    /** How long an iteration runs before its stack is taken; not shorter than is possible here. */
    void armDelayNs(long ns) {
        armDelayNs = Math.max(ns, costs.leastArmDelayNs());
    }

    long armDelayNs() {
        return armDelayNs;
    }

    /** Whether the arm delay is too short for others to look in time, so that threads move their timers themselves. */
    boolean threadsMoveTimers() {
        return armDelayNs < AgentThreads.MIN_WATCHED_NS;
    }

    /** How much later than the arm delay the first stack may be due where threads move their timers themselves: never more than that again. */
    long marginNs() {
        return threadsMoveTimers() ? Math.min(PUSHES_IN_A_MARGIN * costs.pushNs(), armDelayNs) : 0;
    }

    /** A thread that is idle for longer stops its timer at the end of each iteration. */
    long longGapNs() {
        return PUSHES_IN_A_LONG_GAP * costs.pushNs();
    }

    /** An iteration that has run for a shorter time gets no timer from who looks: most of these end soon. */
    long newNs() {
        return threadsMoveTimers() ? armDelayNs : sweepNs();
    }

    /** Between two looks of the sweeping thread, at most: an iteration that was new in the first gets its timer in the second, in time. */
    long longestSweepNs() {
        return Math.min(AgentThreads.SWEEP_NS, 2 * sweepNs());
    }

    /** Between two looks, at least, while iterations run. */
    long sweepNs() {
        return threadsMoveTimers()
                ? AgentThreads.SWEEP_NS
                : Math.min(AgentThreads.SWEEP_NS, Math.max(SHORTEST_SWEEP_NS, armDelayNs / SWEEPS_IN_ARM_DELAY));
    }

    /** Between the first two captures of an iteration. */
    long intervalNs() {
        long leastNs = Math.max(SHORTEST_INTERVAL_NS, CAPTURES_IN_AN_INTERVAL * costs.captureNs());
        return Math.max(leastNs, rarerNs(armDelayNs / 2));
    }

    /**
     * Distance between captures in nanoseconds: as given, or longer where the budget is used up, or many threads are late at the same time. Each timer goes on by itself, and who keeps the budget may have no core: so all of
     * them together must not take more than it allows.
     */
    long rarerNs(long ns) {
        long manyLateNs = Math.max(0, late - FEW_LATE) * CaptureBudget.apartNs(costs.captureNs());
        return Math.max(ns, Math.max(debtNs, manyLateNs));
    }

    /** How many threads run an iteration that is late. */
    void late(int threads) {
        late = threads;
    }

    /** Sets the usual duration of an iteration. */
    void usualNs(long ns) {
        usualNs = Math.max(1, ns);
    }

    /** When to take the stack of a normal iteration that begins now: while it probably runs, and not before a timer can be set. */
    long normalSampleNs(long nowNs) {
        return nowNs + costs.pushNs() + (long) (random.nextDouble() * usualNs);
    }

    /** Shortest distance in nanoseconds between repeated captures that the budget leaves; 0 while it is not used up. */
    long debtNs() {
        return debtNs;
    }

    void debtNs(long ns) {
        debtNs = ns;
    }

    /** Whether no timer is set any more. */
    boolean closed() {
        return closed;
    }

    void close() {
        closed = true;
    }

    /** Whether no sweep comes soon, because no iteration was running for long. */
    boolean asleep() {
        return asleep;
    }

    void asleep(boolean now) {
        asleep = now;
    }
}
