package io.straggler.benchmarks.sampling;

import io.straggler.harness.Task;
import java.io.IOException;

/** Some iterations are long, on the pacing thread. */
abstract class LongHere implements Task {
    private final LongIterations iterations = new LongIterations();

    /** Takes so much longer; the method that stacks have to show. */
    abstract void beLong(long extraNs);

    @Override
    public final void run(long intendedNs) {
        iterations.usualWork(intendedNs);
        long extraNs = iterations.extraNs(intendedNs);
        if (extraNs > 0) {
            beLong(extraNs);
        }
    }

    @Override
    public final void tearDown() throws IOException {
        iterations.write();
    }
}
