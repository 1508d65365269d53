package io.straggler.selftest.task;

import io.straggler.sampler.linux.NativeThread;
import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.PlannedInjection;
import io.straggler.selftest.inject.Waits;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The thread that gets each injection ready before its iteration, and clears up after it.
 *
 * <p>The measured thread says when a phase began and which injection it has performed; this one says which injection is ready. Each of these
 * cells has one writer.
 */
final class InjectionPreparer implements AutoCloseable {
    /** Before the intended start. An injection and what it leaves behind are over by then. */
    private static final long EARLY_NS = 12_000_000;

    private static final long POLL_NS = 500_000;

    private final Map<Fault, Injector> injectors;
    private final List<PlannedInjection> injections;
    private final long intervalNs;
    private final OptionalInt core;
    private final Thread thread;
    private volatile long originNs;
    private volatile boolean begun;
    private volatile int ready = -1;
    private volatile int performed = -1;
    private volatile boolean closed;
    private volatile Exception failure;

    InjectionPreparer(
            Map<Fault, Injector> injectors, List<PlannedInjection> injections, long intervalNs, OptionalInt core) {
        this.injectors = injectors;
        this.injections = injections;
        this.intervalNs = intervalNs;
        this.core = core;
        this.thread = new Thread(this::work, "selftest-preparer");
        thread.setDaemon(true);
        thread.start();
    }

    /** The first iteration of the phase has begun. On the measured thread. */
    void begin(long firstIntendedNs) {
        originNs = firstIntendedNs;
        begun = true;
    }

    /** Whether the injection has been prepared. On the measured thread. */
    boolean isReady(PlannedInjection injection) {
        return ready == injection.index();
    }

    /** The injection is over, performed or not. On the measured thread. */
    void performed(PlannedInjection injection) {
        performed = injection.index();
    }

    /** Why it stopped preparing, or null. */
    Exception failure() {
        return failure;
    }

    private void work() {
        try {
            core.ifPresent(NativeThread::pinCurrent);
            while (!begun && !closed) {
                Waits.roughly(System.nanoTime() + POLL_NS);
            }
            for (PlannedInjection injection : injections) {
                if (!attend(injection)) {
                    return;
                }
            }
        } catch (Exception e) {
            failure = e;
        }
    }

    /** @return false if the run was over before */
    private boolean attend(PlannedInjection injection) throws Exception {
        long intendedNs = originNs + injection.iteration() * intervalNs;
        while (intendedNs - EARLY_NS - System.nanoTime() > 0) {
            if (closed) {
                return false;
            }
            Waits.roughly(Math.min(intendedNs - EARLY_NS, System.nanoTime() + 20 * POLL_NS));
        }
        Injector injector = injectors.get(injection.fault());
        if (injector == null || performed >= injection.index()) {
            return true;
        }
        injector.prepare(injection, intendedNs);
        ready = injection.index();
        while (performed < injection.index()) {
            if (closed) {
                return false;
            }
            Waits.roughly(System.nanoTime() + POLL_NS);
        }
        injector.clearUp();
        return true;
    }

    @Override
    public void close() {
        closed = true;
    }
}
