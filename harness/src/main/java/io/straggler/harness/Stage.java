package io.straggler.harness;

/**
 * Work of a thread on one iteration, from {@link Harness#enter} until it is closed.
 *
 * <p>Made for try-with-resources, on the thread that entered it. Stages of one thread may lie within each other; then the innermost is what the thread works on. Closing
 * allocates and locks nothing. A second close changes nothing, nor does one on another thread.
 */
@FunctionalInterface
public interface Stage extends AutoCloseable {
    /** One that nothing is recorded of. */
    Stage NONE = () -> {};

    @Override
    void close();
}
