package io.straggler.selftest.inject;

import java.util.concurrent.locks.LockSupport;

/** Waiting for an instant of {@link System#nanoTime()}. */
public final class Waits {
    /** Longest delay of the end of a sleep, in nanoseconds. */
    private static final long SPIN_NS = 80_000;

    private Waits() {}

    /** Sleeps most of the time and spins at the end, so that it is on time. */
    public static void exactly(long instantNs) {
        roughly(instantNs - SPIN_NS);
        while (System.nanoTime() - instantNs < 0) {
            Thread.onSpinWait();
        }
    }

    /** Sleeps, and may be some ten microseconds late. */
    public static void roughly(long instantNs) {
        for (long leftNs = instantNs - System.nanoTime(); leftNs > 0; leftNs = instantNs - System.nanoTime()) {
            LockSupport.parkNanos(leftNs);
        }
    }
}
