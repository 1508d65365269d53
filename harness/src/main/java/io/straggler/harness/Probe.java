package io.straggler.harness;

/** A named duration inside an iteration, such as the time to parse, with a histogram of its own. */
@FunctionalInterface
public interface Probe {
    /** Adds a value. From any thread; allocates and locks nothing. Negative values count as zero. */
    void record(long durationNs);
}
