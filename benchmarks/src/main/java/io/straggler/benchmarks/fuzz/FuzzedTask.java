package io.straggler.benchmarks.fuzz;

import io.straggler.harness.Task;
import java.util.concurrent.locks.LockSupport;

/** The task of the run that is a seed: one iteration in 20 parks for 8 ms, so that a short run has outliers, and not so many. */
public final class FuzzedTask implements Task {
    private static final int ONE_IN = 20;
    private static final long PARK_NS = 8_000_000;

    private int iterations;

    @Override
    public void run(long intendedNs) {
        if (++iterations % ONE_IN == 0) {
            long startNs = System.nanoTime();
            for (long left = PARK_NS; left > 0; left = startNs + PARK_NS - System.nanoTime()) {
                LockSupport.parkNanos(this, left);
            }
        }
    }
}
