package io.straggler.selftest.inject.laboratory;

import io.straggler.selftest.inject.HelperThread;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.InjectionSite;
import io.straggler.selftest.inject.TimedInjector;
import io.straggler.selftest.inject.Waits;

/** Enters a monitor that a thread of known name holds. */
public final class ContendedMonitor extends TimedInjector {
    private static final long TIMEOUT_NS = 1_000_000_000;

    private final Object monitor = new Object();
    private final HelperThread owner;
    private volatile boolean held;
    private volatile long releaseAtNs;

    public ContendedMonitor(InjectionSite site) throws ImpossibleException {
        super(Nature.WAITS);
        site.cores().requireSecond();
        owner = new HelperThread("selftest-owner", site.cores().helper(1));
    }

    @Override
    public void prepare(long sizeNs, long atNs) {
        held = false;
        // Held from well before the iteration to well after: nothing has to be signalled from inside it.
        releaseAtNs = atNs + sizeNs;
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
    protected long act(long sizeNs) {
        synchronized (monitor) {
            held = false;
        }
        return 0;
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
