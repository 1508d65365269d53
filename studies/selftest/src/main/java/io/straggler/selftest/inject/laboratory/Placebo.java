package io.straggler.selftest.inject.laboratory;

import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.TruthLog;
import io.straggler.selftest.inject.TruthLog.Part;

/** Injects nothing. */
public final class Placebo implements Injector {
    @Override
    public void inject(long sizeNs, TruthLog truth) {
        long startNs = System.nanoTime();
        truth.add(Part.INJECTED, 1);
        truth.end(startNs, System.nanoTime());
    }
}
