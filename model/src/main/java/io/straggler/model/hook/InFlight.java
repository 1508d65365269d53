package io.straggler.model.hook;

/**
 * State of a running harness for a sampler: the iteration in flight, or when the next one can begin.
 *
 * <p>Threads: written by the pacing thread, read by the sampler thread and the recorder thread. Reading never blocks the writer.
 */
@FunctionalInterface
public interface InFlight {
    /** Copies the current state into {@code view}. A state that was changing during the copy is read again. */
    void read(InFlightView view);
}
