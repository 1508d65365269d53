package io.straggler.sampler.stack;

import io.straggler.model.SamplerMode;

/** A way to take a thread's stack on request. Called on the sampler thread only, but for {@link #close}. */
public interface StackSource extends AutoCloseable {
    SamplerMode mode();

    /**
     * Asks for the stack of one thread, now.
     *
     * @return false if the thread is gone
     */
    boolean request(TargetThread target);

    /** How many stacks were taken so far. A request has been served when this has grown. */
    long taken();

    /** Releases it; stacks taken until now are kept. */
    @Override
    void close();
}
