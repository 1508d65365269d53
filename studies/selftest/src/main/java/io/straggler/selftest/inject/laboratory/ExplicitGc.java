package io.straggler.selftest.inject.laboratory;

import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.TruthLog;
import io.straggler.selftest.inject.TruthLog.Part;

/** Asks for a full collection, of whatever length. */
public final class ExplicitGc implements Injector {
    @Override
    public void inject(long sizeNs, TruthLog truth) {
        long startNs = System.nanoTime();
        System.gc();
        long endNs = System.nanoTime();
        truth.add(Part.INJECTED, endNs - startNs);
        truth.end(startNs, endNs);
    }
}
