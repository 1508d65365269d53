package io.straggler.selftest.inject;

import io.straggler.selftest.Fault;

/** Asks for a full collection. It takes what it takes. */
final class ExplicitGc implements Injector {
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
