package io.straggler.selftest.inject.fault;

import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.PlannedInjection;
import io.straggler.selftest.inject.RunDelay;
import io.straggler.selftest.inject.TruthLog;

/** Sleeps for a while; before JDK 21 in whole milliseconds only. */
public final class Sleeping implements Injector {
    private static final long MS = 1_000_000;
    private static final boolean PRECISE = Runtime.version().feature() >= 21;

    private final RunDelay runDelay = new RunDelay();

    @Override
    public Fault fault() {
        return Fault.SLEEP;
    }

    @Override
    public void inject(PlannedInjection injection, TruthLog truth) throws InterruptedException {
        runDelay.begin();
        long startNs = System.nanoTime();
        if (PRECISE) {
            Thread.sleep(injection.sizeNs() / MS, (int) (injection.sizeNs() % MS));
        } else {
            Thread.sleep(Math.max(1, injection.sizeNs() / MS));
        }
        long endNs = System.nanoTime();
        runDelay.waited(Fault.SLEEP, startNs, endNs, truth);
    }
}
