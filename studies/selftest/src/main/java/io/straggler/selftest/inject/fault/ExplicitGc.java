package io.straggler.selftest.inject.fault;

import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.PlannedInjection;
import io.straggler.selftest.inject.TruthLog;

/** Asks for a full collection. It takes what it takes. */
public final class ExplicitGc implements Injector {
    @Override
    public Fault fault() {
        return Fault.GC;
    }

    @Override
    public void inject(PlannedInjection injection, TruthLog truth) {
        long startNs = System.nanoTime();
        System.gc();
        long endNs = System.nanoTime();
        truth.add(Fault.GC, endNs - startNs);
        truth.end(startNs, endNs);
    }
}
