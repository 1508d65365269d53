package io.straggler.jlbh;

import io.straggler.harness.Harness;
import io.straggler.harness.Task;

/** A benchmark that broke before anything was paced: its run is marked like that of any task that cannot be set up. */
record Failed(Throwable failure) implements Task {
    @Override
    public void setUp(Harness harness) {
        throw Thrown.unchecked(failure);
    }

    @Override
    public void run(long intendedNs) {
        throw new IllegalStateException("a task that failed must not be run");
    }
}
