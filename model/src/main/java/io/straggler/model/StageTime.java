package io.straggler.model;

/**
 * A time in which a thread worked on an iteration, as the task says or whoever follows it.
 *
 * @param javaThreadId the thread, by {@link Thread#getId()}
 * @param freeSinceNs when the thread ended its stage before; {@code fromNs} within another stage, {@link #UNKNOWN_NS} on a virtual thread
 * @param handedNs when the work was handed over that it began then; {@link #UNKNOWN_NS} if nobody saw that
 * @param dueNs when that was to be begun with at the earliest: {@code handedNs}, or later if a delay was asked for
 * @param givenBy place, in the list of all stages of the iteration, of the one that handed it over; {@link #UNKNOWN} if nobody saw that
 * @param fromNs when it entered this one
 * @param toNs when it closed it, or the iteration's end if that was earlier
 */
public record StageTime(
        long javaThreadId, long freeSinceNs, long handedNs, long dueNs, int givenBy, long fromNs, long toNs) {
    /** Stands for a stage that nobody knows. */
    public static final int UNKNOWN = -1;

    /** Stands for an instant that nobody knows: before all others. */
    public static final long UNKNOWN_NS = Long.MIN_VALUE;

    /** A stage before which nobody saw a hand-over. */
    public StageTime(long javaThreadId, long freeSinceNs, long fromNs, long toNs) {
        this(javaThreadId, freeSinceNs, UNKNOWN_NS, UNKNOWN_NS, UNKNOWN, fromNs, toNs);
    }

    /** Whether it is known when the work was handed over. */
    public boolean handed() {
        return handedNs != UNKNOWN_NS;
    }
}
