package io.straggler.model;

/**
 * A time in which a thread worked on an iteration, as the task says.
 *
 * @param javaThreadId the thread, by {@link Thread#getId()}
 * @param freeSinceNs when the thread ended its stage before; {@code fromNs} within another stage, {@link #UNKNOWN_NS} on a virtual thread
 * @param fromNs when it entered this one
 * @param toNs when it closed it, or the iteration's end if that was earlier
 */
public record StageTime(long javaThreadId, long freeSinceNs, long fromNs, long toNs) {
    /** Stands for an instant that nobody knows: before all others. */
    public static final long UNKNOWN_NS = Long.MIN_VALUE;
}
