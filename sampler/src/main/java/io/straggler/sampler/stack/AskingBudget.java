package io.straggler.sampler.stack;

/**
 * Budget of time for asking the JVM for stacks: one part in {@value #PARTS_OF_TIME_FIRST} of a core for the first stacks of iterations, one in {@value #PARTS_OF_TIME} for
 * further ones. For one thread, which asks.
 */
public final class AskingBudget {
    /** Share of a core for further stacks, as one part in this many. */
    private static final int PARTS_OF_TIME = 50;

    /** Share of a core for first stacks, as one part in this many. Thousands of iterations may be late at once, and asking for all of them would have no end. */
    private static final int PARTS_OF_TIME_FIRST = 4;

    /** Longest time in nanoseconds of which an unused share may be used later. */
    private static final long SAVED_NS = 100_000_000;

    /** Longest time in nanoseconds that a further stack waits because the first stacks of others have used up its share. */
    private static final long LONGEST_DEBT_NS = 20_000_000;

    /** Share of an iteration's time that asking may take, as one part in this many. */
    private static final int PARTS_OF_ITERATION = 20;

    /** Number of answers over which the cost of asking is averaged. */
    private static final int SMOOTHING = 8;

    /** Longest cost of an answer in nanoseconds. An answer that took longer was interrupted. */
    private static final long LONGEST_NS = 1_000_000;

    /** Instant from which on there is time to ask for first stacks. */
    private long firstFreeNs;

    /** Instant from which on there is time to ask for further stacks. */
    private long freeNs;

    /** Average cost of the last answers, in nanoseconds. */
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
