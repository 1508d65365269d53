package io.straggler.sampler.usage;

/** Whether a thread waits for something right now. To be asked from any thread; allocates nothing. */
public interface WaitTimes {
    /** Value of {@link #sinceNs} for a thread that has or wants a core, or whose state is unknown. */
    long NOT_WAITING = Long.MAX_VALUE;

    /** Since when it has been waiting; it may have been woken up meanwhile, without having a core yet. */
    long sinceNs();

    /** When it had last come back to a core before this wait, from another wait; {@link #NOT_WAITING} if it had not, does not wait, or that is not known. */
    long backNs();
}
