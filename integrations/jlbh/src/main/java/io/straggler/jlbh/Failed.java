package io.straggler.jlbh;

import io.straggler.harness.Harness;
import io.straggler.harness.Task;

/** A benchmark that broke before anything was paced: its run is marked like that of any task that cannot be set up. */
record Failed(Throwable failure) implements Task {
    @Override
    public void setUp(Harness harness) {
        throw rethrown(failure);
    }

    @Override
    public void run(long intendedNs) {
        throw new IllegalStateException("a task that failed must not be run");
    }

    /** Throws what a benchmark threw as it was, although its methods declare nothing; the result is for the compiler, which then knows that nothing follows. */
    static RuntimeException rethrown(Throwable thrown) {
        throw Failed.<RuntimeException>as(thrown);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T as(Throwable thrown) throws T {
        throw (T) thrown;
    }
}
