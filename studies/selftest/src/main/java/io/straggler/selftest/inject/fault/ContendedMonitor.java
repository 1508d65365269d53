package io.straggler.selftest.inject.fault;

import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.Cores;
import io.straggler.selftest.inject.HelperThread;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.PlannedInjection;
import io.straggler.selftest.inject.RunDelay;
import io.straggler.selftest.inject.TruthLog;
import io.straggler.selftest.inject.Waits;

/** Enters a monitor that a thread of known name holds, and keeps for a while from then on. */
public final class ContendedMonitor implements Injector {
    private static final long TIMEOUT_NS = 1_000_000_000;

    private final RunDelay runDelay = new RunDelay();
    private final Object monitor = new Object();
    private final HelperThread owner;
    private volatile boolean held;
    private volatile long releaseAtNs;

    public ContendedMonitor(Cores cores) throws ImpossibleException {
        cores.requireSecond();
        owner = new HelperThread("selftest-owner", cores.helper(1));
    }

    @Override
    public Fault fault() {
        return Fault.MONITOR;
    }

    @Override
    public void prepare(PlannedInjection injection, long intendedNs) {
        held = false;
        // Held from well before the iteration to well after: nothing has to be signalled from inside it.
        releaseAtNs = intendedNs + injection.delayNs() + injection.sizeNs();
        owner.ask(this::hold);
        long untilNs = System.nanoTime() + TIMEOUT_NS;
        while (!held && System.nanoTime() - untilNs < 0) {
            Thread.onSpinWait();
        }
    }

    private void hold() {
        synchronized (monitor) {
            held = true;
            Waits.roughly(releaseAtNs);
        }
    }

    @Override
    public void inject(PlannedInjection injection, TruthLog truth) {
        runDelay.begin();
        long startNs = System.nanoTime();
        synchronized (monitor) {
            held = false;
        }
        long endNs = System.nanoTime();
        runDelay.waited(Fault.MONITOR, startNs, endNs, truth);
    }

    @Override
    public void clearUp() {
        owner.awaitIdle();
    }

    @Override
    public void close() {
        owner.close();
    }
}
