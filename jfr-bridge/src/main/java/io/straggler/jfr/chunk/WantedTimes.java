package io.straggler.jfr.chunk;

/** At what times events are wanted, as far as their bytes alone show it. Threads: one. */
public interface WantedTimes {
    /** Whether an event that lasts from one tick to another is known not to be wanted, without looking at more of it. */
    boolean excludes(long startTicks, long endTicks);
}
