package io.straggler.selftest;

import java.util.Locale;

/** What a self test surrounds its faults with. */
public enum Regime {
    /** One thing at a time: few iterations a second, on a core of their own, of which nothing is lost. */
    LABORATORY(100, 20_000, 5, 2, 20_000, 10_000_000),

    /** As programs run: thousands of iterations a second on any core, with garbage and with other threads at work; faults come out of library calls. */
    APPLICATION(2_000, 250_000, 100, 40, 300_000, 10_000_000),

    /** The same with two faults in each iteration that suffers any, one right behind the other. */
    COMBINED(2_000, 250_000, 100, 50, 300_000, 10_000_000);

    private final int perSecond;
    private final long thresholdNs;
    private final int slot;
    private final int free;
    private final long shortestNs;
    private final long longestNs;

    Regime(int perSecond, long thresholdNs, int slot, int free, long shortestNs, long longestNs) {
        this.perSecond = perSecond;
        this.thresholdNs = thresholdNs;
        this.slot = slot;
        this.free = free;
        this.shortestNs = shortestNs;
        this.longestNs = longestNs;
    }

    /** As options have it. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Iterations a second. */
    public int perSecond() {
        return perSecond;
    }

    public long intervalNs() {
        return 1_000_000_000L / perSecond;
    }

    /** From here on an iteration is an outlier, and an injection counts. */
    public long thresholdNs() {
        return thresholdNs;
    }

    /** Iterations per injection. */
    public int slot() {
        return slot;
    }

    /** The first ones of each slot that are never chosen: what the one before left behind is over then. */
    public int free() {
        return free;
    }

    /** The sizes that are drawn, log-uniformly. */
    public long shortestNs() {
        return shortestNs;
    }

    public long longestNs() {
        return longestNs;
    }
}
