package io.straggler.model.hook;

/**
 * What a sampler may know of a running harness: what is in flight now, or else when something next could be.
 *
 * <p>Threads: written by the pacing thread, read by the sampler thread and the recorder thread. Reading never blocks the writer.
 */
@FunctionalInterface
public interface InFlight {
    /** Copies the current state into {@code view}. A state that was changing during the copy is read again. */
    void read(InFlightView view);
}
