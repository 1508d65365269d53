package io.straggler.jfr.anyrecording;

/** Takes iterations, in order of the file, which is not that of time. */
public interface IterationListener {
    /**
     * An iteration.
     *
     * @param startNs on the recording's clock, in nanoseconds since 1970
     * @param thread a number that stands for its thread, the same in all chunks
     * @param group the value of the field that groups iterations; empty without one
     */
    void iteration(long startNs, long endNs, long thread, String group);
}
