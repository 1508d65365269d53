package io.straggler.benchmarks;

import io.straggler.harness.Task;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/** Some iterations are long because their thread is parked. */
public final class LongParked implements Task {
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
        LockSupport.parkNanos(extraNs);
    }

    @Override
    public void tearDown() throws IOException {
        iterations.write();
    }
}
