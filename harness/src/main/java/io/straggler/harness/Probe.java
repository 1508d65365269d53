package io.straggler.harness;

/** Named duration inside an iteration, such as the time to parse, with its own histogram. */
@FunctionalInterface
public interface Probe {
    /**
     * Adds a duration, in nanoseconds; none during the warm-up. Negative ones count as zero, and those above an hour as an hour. From any
     * thread; allocates and locks nothing.
     */
    void record(long durationNs);
}
