package io.straggler.selftest.inject;

import io.straggler.selftest.Fault;

/** Sleeps for a while; before JDK 21 in whole milliseconds only. */
final class Sleeping implements Injector {
    private static final long MS = 1_000_000;
    private static final boolean PRECISE = Runtime.version().feature() >= 21;

    private final RunDelay runDelay = new RunDelay();

    @Override
    public Fault fault() {
        return Fault.SLEEP;
    }

    @Override
    public void inject(Cue cue, Sheet sheet) throws InterruptedException {
        runDelay.begin();
        long startNs = System.nanoTime();
        if (PRECISE) {
            Thread.sleep(cue.sizeNs() / MS, (int) (cue.sizeNs() % MS));
        } else {
            Thread.sleep(Math.max(1, cue.sizeNs() / MS));
        }
        long endNs = System.nanoTime();
        runDelay.waited(Fault.SLEEP, startNs, endNs, sheet);
    }
}
