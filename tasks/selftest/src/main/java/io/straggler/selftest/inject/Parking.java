package io.straggler.selftest.inject;

import io.straggler.selftest.Fault;
import java.util.concurrent.locks.LockSupport;

/** Parks for a while. */
final class Parking implements Injector {
    private final RunDelay runDelay = new RunDelay();

    @Override
    public Fault fault() {
        return Fault.PARK;
    }

    @Override
    public void inject(PlannedInjection injection, TruthLog truth) {
        runDelay.begin();
        long startNs = System.nanoTime();
        LockSupport.parkNanos(this, injection.sizeNs());
        long endNs = System.nanoTime();
        runDelay.waited(Fault.PARK, startNs, endNs, truth);
    }
}
