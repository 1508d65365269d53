package io.straggler.benchmarks;

import io.straggler.harness.Task;
import java.io.IOException;

/** Some iterations are long because they work. */
public final class LongOnCore implements Task {
    private final LongIterations iterations = new LongIterations();

    @Override
    public void run(long intendedNs) {
        iterations.usualWork(intendedNs);
        long extraNs = iterations.extraNs(intendedNs);
        if (extraNs > 0) {
            beLong(extraNs);
        }
    }

    private static void beLong(long extraNs) {
        LongIterations.work(extraNs);
    }

    @Override
    public void tearDown() throws IOException {
        iterations.write();
    }
}
