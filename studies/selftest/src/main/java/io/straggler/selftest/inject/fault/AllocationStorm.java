package io.straggler.selftest.inject.fault;

import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.PlannedInjection;
import io.straggler.selftest.inject.RunDelay;
import io.straggler.selftest.inject.TruthLog;

/**
 * Allocates arrays that do not fit into the thread's buffer, so that each takes the slow path, until the time is up. Garbage
 * collections that this brings about are part of it.
 */
public final class AllocationStorm implements Injector {
    private static final int ARRAY_BYTES = 128 * 1024;

    private final RunDelay runDelay = new RunDelay();
    private final byte[][] kept = new byte[8][];

    @Override
    public Fault fault() {
        return Fault.ALLOCATION;
    }

    @Override
    public void warmUp() {
        for (int i = 0; i < 3_000; i++) {
            allocate(System.nanoTime(), 20_000);
        }
    }

    private long allocate(long startNs, long sizeNs) {
        long nowNs = startNs;
        for (int i = 0; nowNs - startNs < sizeNs; i++) {
            kept[i & 7] = new byte[ARRAY_BYTES];
            nowNs = System.nanoTime();
        }
        return nowNs;
    }

    @Override
    public void inject(PlannedInjection injection, TruthLog truth) {
        runDelay.begin();
        long startNs = System.nanoTime();
        long endNs = allocate(startNs, injection.sizeNs());
        runDelay.worked(Fault.ALLOCATION, startNs, endNs, truth);
    }
}
