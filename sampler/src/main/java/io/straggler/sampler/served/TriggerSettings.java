package io.straggler.sampler.served;

import io.straggler.model.NanoClock;
import io.straggler.sampler.stack.TimerCosts;
import java.util.Random;

/** What all served threads share. They read it at every iteration; the sweeping thread writes it. */
final class TriggerSettings {
    private static final int CAPTURES_IN_AN_INTERVAL = 10;
    private static final long SHORTEST_INTERVAL_NS = 20_000;

    /** Moving a timer takes up to one percent of the time where iterations follow each other closely. */
    private static final int PUSHES_IN_A_MARGIN = 100;

    /** The first stack may be later than the arm delay by this part of it, so that a thread moves its timer only that often. */
    private static final double MARGIN_IN_ARM_DELAY = 0.25;

    /** A thread that is idle for longer than this part of it would be hit while it is idle. */
    private static final double LONG_GAP_IN_ARM_DELAY = 0.75;

    private final TimerCosts costs;
    private final NanoClock clock;
    private final Random random = new Random(1);
    private volatile long armDelayNs;
    private volatile long usualNs = 1;
    private volatile boolean paused;

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

    /** How much later than that the first stack may be due: never more than that again. */
    long marginNs() {
        long armDelay = armDelayNs;
        return Math.min(
                Math.max(PUSHES_IN_A_MARGIN * costs.pushNs(), (long) (MARGIN_IN_ARM_DELAY * armDelay)), armDelay);
    }

    /**
     * Whether a timer that a thread leaves running when it goes idle hits it then.
     *
     * @param gapNs how long it was idle the last time
     */
    boolean hitsWhenIdle(long gapNs) {
        long armDelay = armDelayNs;
        return gapNs > LONG_GAP_IN_ARM_DELAY * armDelay && armDelay < ServedThreads.SEEN_IDLE_NS;
    }

    /** Between the first two captures of an iteration. */
    long intervalNs() {
        return Math.max(SHORTEST_INTERVAL_NS, Math.max(armDelayNs / 2, CAPTURES_IN_AN_INTERVAL * costs.captureNs()));
    }

    /** What an iteration usually takes. */
    void usualNs(long ns) {
        usualNs = Math.max(1, ns);
    }

    /** When to take the stack of a normal iteration that begins now: while it probably runs, and not before a timer can be set. */
    long baselineNs(long nowNs) {
        return nowNs + costs.pushNs() + (long) (random.nextDouble() * usualNs);
    }

    /** Whether no stacks are taken for now: there were too many. */
    boolean paused() {
        return paused;
    }

    void paused(boolean now) {
        paused = now;
    }
}
