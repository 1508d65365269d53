package io.straggler.selftest.task;

import io.straggler.sampler.linux.NativeThread;
import io.straggler.selftest.fault.Fault;
import io.straggler.selftest.fault.Regime;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.Waits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The thread that gets each injection ready before its iteration, and clears up after it.
 *
 * <p>On a busy machine it may get no core in time. Then the injection is put off to a later iteration than planned. It is left out only if that has
 * happened many times, or if the run ends before.
 */
final class InjectionPreparer implements AutoCloseable {
    /** Time before the intended start at which preparation begins. The previous injection and its after-effects are over by then. */
    private static final long EARLY_NS = 12_000_000;

    /** Least time from the beginning of the preparation to the intended start. */
    private static final long MIN_EARLY_NS = EARLY_NS / 2;

    /** Largest number of attempts: an injection that is never ready in time must not keep the others from taking place. */
    private static final int MAX_TRIES = 10;

    private static final long POLL_NS = 500_000;
    private static final long PATIENCE_MS = 1_000;

    private final Map<Fault, Injector> injectors;
    private final List<PlannedInjection> injections;
    private final long intervalNs;
    private final int apart;
    private final OptionalInt core;
    private final Thread thread;
    private volatile long originNs;
    private volatile boolean begun;
    private volatile Turn turn = new Turn(Long.MAX_VALUE, List.of());
    private volatile boolean closed;
    private volatile @Nullable Exception failure;

    /** First iteration that may have the next injection. */
    private long freeFrom;

    /** An iteration and its injections. The preparer says when they are ready, the thread that injects when they are over. */
    static final class Turn {
        private final long iteration;
        private final List<PlannedInjection> injections;
        private volatile boolean ready;
        private volatile boolean performed;
        private volatile boolean missed;

        /** Whether the injections were handed out. On the pacing thread. */
        private boolean taken;

        private Turn(long iteration, List<PlannedInjection> injections) {
            this.iteration = iteration;
            this.injections = injections;
        }

        /** Whether the injections are due in this iteration. They are missed if they are not ready. On the pacing thread. */
        boolean isDue(long iteration) {
            if (taken || iteration < this.iteration || over()) {
                return false;
            }
            missed = iteration > this.iteration || !isReady();
            taken = !missed;
            return taken;
        }

        boolean isReady() {
            return ready;
        }

        List<PlannedInjection> injections() {
            return injections;
        }

        /** On the thread that injected. */
        void performed() {
            performed = true;
        }

        private boolean over() {
            return performed || missed;
        }
    }

    InjectionPreparer(
            Map<Fault, Injector> injectors, List<PlannedInjection> injections, Regime regime, OptionalInt core) {
        this.injectors = injectors;
        this.injections = injections;
        this.intervalNs = regime.intervalNs();
        this.apart = regime.free() + 1;
        this.core = core;
        this.thread = new Thread(this::work, "selftest-preparer");
        thread.setDaemon(true);
        thread.start();
    }

    /** The first iteration of the phase has begun. On the pacing thread. */
    void begin(long firstIntendedNs) {
        originNs = firstIntendedNs;
        begun = true;
    }

    /** The next turn. On the pacing thread. */
    Turn turn() {
        return turn;
    }

    /** The reason why it stopped preparing, or null. */
    @Nullable
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
                boolean done = false;
                for (int tries = 0; tries < MAX_TRIES && !done && !closed; tries++) {
                    done = attend(together);
                }
            }
        } catch (Exception e) {
            failure = e;
        }
    }

    /** The possible injections, by the iteration that they are planned for. */
    private List<List<PlannedInjection>> byIteration(List<PlannedInjection> injections) {
        List<List<PlannedInjection>> all = new ArrayList<>();
        long last = -1;
        for (PlannedInjection injection : injections) {
            if (injectors.containsKey(injection.fault())) {
                if (injection.iteration() != last) {
                    all.add(new ArrayList<>());
                    last = injection.iteration();
                }
                all.get(all.size() - 1).add(injection);
            }
        }
        return all;
    }

    /**
     * Prepares an iteration, and clears up after it.
     *
     * @return whether it was done
     */
    private boolean attend(List<PlannedInjection> together) throws Exception {
        long soonest = Math.max(freeFrom, together.get(0).iteration());
        if (!openUntil(intendedNs(soonest) - EARLY_NS)) {
            return false;
        }
        long iteration = Math.max(soonest, firstAfter(System.nanoTime() + MIN_EARLY_NS));
        freeFrom = iteration + apart;
        Turn next = new Turn(iteration, together);
        turn = next;
        for (PlannedInjection injection : together) {
            injector(injection).prepare(injection.sizeNs(), intendedNs(iteration) + injection.delayNs());
        }
        next.ready = true;
        while (!closed && !next.over()) {
            Waits.roughly(System.nanoTime() + POLL_NS);
        }
        for (PlannedInjection injection : together) {
            injector(injection).clearUp();
        }
        return next.performed;
    }

    /** Returns the injector of an injection that is possible, as all are that are attended to. */
    private Injector injector(PlannedInjection injection) {
        return Objects.requireNonNull(injectors.get(injection.fault()), injection.fault()::name);
    }

    private boolean openUntil(long ns) {
        while (!closed && ns - System.nanoTime() > 0) {
            Waits.roughly(Math.min(ns, System.nanoTime() + 20 * POLL_NS));
        }
        return !closed;
    }

    private long intendedNs(long iteration) {
        return originNs + iteration * intervalNs;
    }

    private long firstAfter(long ns) {
        return Math.floorDiv(ns - originNs, intervalNs) + 1;
    }

    /** Prepares nothing more, and waits until it has cleared up: the next phase has the same injectors. */
    @Override
    public void close() {
        closed = true;
        try {
            thread.join(PATIENCE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
