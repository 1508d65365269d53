package io.straggler.selftest.inject;

import io.straggler.selftest.Fault;

/** Asks for a full collection. It takes what it takes. */
final class ExplicitGc implements Injector {
    @Override
    public Fault fault() {
        return Fault.GC;
    }

    @Override
    public void inject(Cue cue, Sheet sheet) {
        long startNs = System.nanoTime();
        System.gc();
        long endNs = System.nanoTime();
        sheet.add(Fault.GC, endNs - startNs);
        sheet.end(startNs, endNs);
    }
}
