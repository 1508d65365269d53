package io.straggler.selftest.inject.fault;

import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.PlannedInjection;
import io.straggler.selftest.inject.RunDelay;
import io.straggler.selftest.inject.TruthLog;
import java.util.concurrent.locks.LockSupport;

/** Parks for a while. */
public final class Parking implements Injector {
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
