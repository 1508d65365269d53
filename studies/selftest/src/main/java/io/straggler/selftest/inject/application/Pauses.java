package io.straggler.selftest.inject.application;

import com.sun.jna.Function;
import io.straggler.selftest.inject.Fixture;
import io.straggler.selftest.inject.InjectionSite;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Sleeps and parks for a time, and loops until another thread changes a flag. */
public final class Pauses extends Fixture {
    private static final Function SLEEP = Function.getFunction("c", "usleep");
    private static final long SHORT_PARK_NS = 50_000;

    private final Partner other = closing(new Partner("app-flag-setter"));
    private volatile boolean held;

    public Pauses(InjectionSite site) {
        super(site);
    }

    public void backOff(long ns) throws InterruptedException {
        TimeUnit.MICROSECONDS.sleep(ns / 1_000);
    }

    /** Sleeps in native code; a signal ends such a sleep. */
    public void sleepNatively(long ns) {
        long untilNs = System.nanoTime() + ns;
        for (long leftNs = ns; leftNs > 0; leftNs = untilNs - System.nanoTime()) {
            SLEEP.invokeInt(new Object[] {(int) (leftNs / 1_000) + 1});
        }
    }

    public void sleepUntilInterrupted(long ns) {
        other.later(ns, Thread.currentThread()::interrupt);
        try {
            TimeUnit.MINUTES.sleep(1);
        } catch (InterruptedException e) {
            result++;
        }
    }

    public void parkOften(long ns) {
        long untilNs = System.nanoTime() + ns;
        do {
            LockSupport.parkNanos(SHORT_PARK_NS);
        } while (System.nanoTime() < untilNs);
    }

    public void spin(long ns) {
        held = true;
        other.later(ns, () -> held = false);
        while (held) {
            Thread.onSpinWait();
        }
    }

    public void yieldOften(long ns) {
        held = true;
        other.later(ns, () -> held = false);
        while (held) {
            Thread.yield();
        }
    }
}
