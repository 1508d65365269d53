package io.straggler.selftest.inject.laboratory;

import io.straggler.selftest.inject.TimedInjector;

/** Sleeps for a while; before JDK 21 in whole milliseconds only. */
public final class Sleeping extends TimedInjector {
    private static final long MS = 1_000_000;
    private static final boolean PRECISE = Runtime.version().feature() >= 21;

    public Sleeping() {
        super(Nature.WAITS);
    }

    @Override
    protected long act(long sizeNs) throws InterruptedException {
        if (PRECISE) {
            Thread.sleep(sizeNs / MS, (int) (sizeNs % MS));
        } else {
            Thread.sleep(Math.max(1, sizeNs / MS));
        }
        return 0;
    }
}
