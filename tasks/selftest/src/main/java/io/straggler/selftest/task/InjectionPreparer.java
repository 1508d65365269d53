package io.straggler.selftest.task;

import io.straggler.sampler.linux.NativeThread;
import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.PlannedInjection;
import io.straggler.selftest.inject.Waits;
import java.util.ArrayList;
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

    /** Whether the injection has been prepared, and with it the others of its iteration. On the measured thread. */
    boolean isReady(PlannedInjection injection) {
        return ready >= injection.index();
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
            for (List<PlannedInjection> together : byIteration(injections)) {
                if (!attend(together)) {
                    return;
                }
            }
        } catch (Exception e) {
            failure = e;
        }
    }

    private static List<List<PlannedInjection>> byIteration(List<PlannedInjection> injections) {
        List<List<PlannedInjection>> all = new ArrayList<>();
        long last = -1;
        for (PlannedInjection injection : injections) {
            if (injection.iteration() != last) {
                all.add(new ArrayList<>());
                last = injection.iteration();
            }
            all.get(all.size() - 1).add(injection);
        }
        return all;
    }

    /**
     * Before and after one iteration.
     *
     * @return false if the run was over before
     */
    private boolean attend(List<PlannedInjection> together) throws Exception {
        PlannedInjection last = together.get(together.size() - 1);
        long intendedNs = originNs + last.iteration() * intervalNs;
        while (intendedNs - EARLY_NS - System.nanoTime() > 0) {
            if (closed) {
                return false;
            }
            Waits.roughly(Math.min(intendedNs - EARLY_NS, System.nanoTime() + 20 * POLL_NS));
        }
        if (performed >= together.get(0).index()) {
            return true;
        }
        List<PlannedInjection> possible = together.stream()
                .filter(injection -> injectors.containsKey(injection.fault()))
                .toList();
        for (PlannedInjection injection : possible) {
            injectors.get(injection.fault()).prepare(injection, intendedNs);
        }
        ready = last.index();
        while (performed < last.index()) {
            if (closed) {
                return false;
            }
            Waits.roughly(System.nanoTime() + POLL_NS);
        }
        for (PlannedInjection injection : possible) {
            injectors.get(injection.fault()).clearUp();
        }
        return true;
    }

    @Override
    public void close() {
        closed = true;
    }
}
