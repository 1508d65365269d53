package io.straggler.selftest.inject;

import io.straggler.selftest.Fault;

/** Nothing, with all the ceremony. */
final class Placebo implements Injector {
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
