package io.straggler.sampler.stack;

/**
 * How much time is left for asking the JVM for stacks: one part in {@value #PARTS_OF_TIME_FIRST} of a core for the first stacks of iterations, one in {@value #PARTS_OF_TIME} for
 * further ones. For one thread, which asks.
 */
public final class AskingBudget {
    private static final int PARTS_OF_TIME = 50;

    /** Thousands may be late at once, and the thread that asks would have no end. */
    private static final int PARTS_OF_TIME_FIRST = 4;

    /** What is not used of so much time may be used later. */
    private static final long SAVED_NS = 100_000_000;

    /** Further stacks wait no longer than this for the first ones of others. */
    private static final long LONGEST_DEBT_NS = 20_000_000;

    /** To ask takes one part in so many of an iteration's time at most. */
    private static final int PARTS_OF_ITERATION = 20;

    private static final int SMOOTHING = 8;

    /** What took longer was interrupted. */
    private static final long LONGEST_NS = 1_000_000;

    /** From then on there is time to ask for first stacks, and for further ones. */
    private long firstFreeNs;

    private long freeNs;

    /** What it took lately. */
    private long costNs;

    public AskingBudget(long nowNs) {
        freeNs = nowNs - SAVED_NS;
        firstFreeNs = freeNs;
    }

    /** Whether there is time to ask for the first stack of an iteration. */
    public boolean freeForFirst(long nowNs) {
        return firstFreeNs - nowNs <= 0;
    }

    /** Whether there is time to ask for a further stack. */
    public boolean free(long nowNs) {
        return freeNs - nowNs <= 0;
    }

    /** The JVM was asked, and has answered. */
    public void asked(long fromNs, long toNs) {
        long tookNs = Math.min(toNs - fromNs, LONGEST_NS);
        costNs += (tookNs - costNs) / SMOOTHING;
        firstFreeNs = Math.max(firstFreeNs, fromNs - SAVED_NS) + PARTS_OF_TIME_FIRST * tookNs;
        freeNs = Math.min(
                Math.max(freeNs, fromNs - SAVED_NS) + PARTS_OF_TIME * tookNs,
                Math.max(freeNs, fromNs + LONGEST_DEBT_NS));
    }

    /** Distance in nanoseconds between stacks of one iteration: as wished, or longer where asking takes long. */
    public long apartNs(long wishedNs) {
        return Math.max(wishedNs, PARTS_OF_ITERATION * costNs);
    }
}
