package io.straggler.selftest.inject.fault;

import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.PlannedInjection;
import io.straggler.selftest.inject.TruthLog;

/** Nothing, with all the ceremony. */
public final class Placebo implements Injector {
    @Override
    public Fault fault() {
        return Fault.PLACEBO;
    }

    @Override
    public void inject(PlannedInjection injection, TruthLog truth) {
        long startNs = System.nanoTime();
        truth.add(Fault.PLACEBO, 1);
        truth.end(startNs, System.nanoTime());
    }
}
