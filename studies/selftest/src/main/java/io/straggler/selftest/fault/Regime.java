package io.straggler.selftest.fault;

import java.util.Locale;

/** Conditions under which the faults of a self test are injected. */
public enum Regime {
    /** One thing at a time: few iterations a second, on a core of their own. */
    LABORATORY(100, 20_000, 5, 2, 20_000, 10_000_000),

    /** Conditions of a program: thousands of iterations a second on any core, garbage, other threads at work, faults out of library calls. */
    APPLICATION(2_000, 250_000, 100, 40, 300_000, 10_000_000),

    /** The application regime with two faults in each iteration that suffers any, one right behind the other. */
    COMBINED(2_000, 250_000, 100, 50, 300_000, 10_000_000),

    /** The application regime where an iteration is handed from thread to thread: through queues, to several at once, to an event loop. */
    PIPELINE(1_000, 500_000, 50, 20, 600_000, 10_000_000),

    /** The application regime where iterations are worked on by virtual threads, which say so. From JDK 21 on. */
    VIRTUAL(1_000, 500_000, 50, 20, 600_000, 10_000_000);

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

    /** Name in files and options. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether an iteration is handed from thread to thread. */
    public boolean async() {
        return this == PIPELINE || this == VIRTUAL;
    }

    /** Whether only a JDK with virtual threads can run it. */
    public boolean virtual() {
        return this == VIRTUAL;
    }

    /** Iterations a second. */
    public int perSecond() {
        return perSecond;
    }

    public long intervalNs() {
        return 1_000_000_000L / perSecond;
    }

    /** Least latency of an outlier, and least length of an injection that counts, in nanoseconds. */
    public long thresholdNs() {
        return thresholdNs;
    }

    /** Iterations per injection. */
    public int slot() {
        return slot;
    }

    /** Iterations at the start of each slot that are never chosen, so that what the previous injection left behind is over. */
    public int free() {
        return free;
    }

    /** Shortest injection; sizes are drawn log-uniformly. */
    public long shortestNs() {
        return shortestNs;
    }

    public long longestNs() {
        return longestNs;
    }
}
