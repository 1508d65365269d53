package io.straggler.selftest.inject.application;

import io.straggler.selftest.inject.HelperThread;
import io.straggler.selftest.inject.Waits;
import java.util.OptionalInt;
import java.util.concurrent.locks.Lock;

/** The thread that the measured one waits for. */
final class Partner implements AutoCloseable {
    private final HelperThread thread;

    /** Whether it has what the measured thread is going to wait for. */
    private volatile boolean holds;

    /** An act of the partner. */
    @FunctionalInterface
    interface Act {
        void run() throws Exception;
    }

    Partner(String name) {
        thread = new HelperThread(name, OptionalInt.empty());
    }

    /** It acts when the given time is over. */
    void later(long ns, Act act) {
        thread.awaitIdle();
        long atNs = System.nanoTime() + ns;
        now(() -> {
            Waits.roughly(atNs);
            act.run();
        });
    }

    /** It acts at once, after its previous act. */
    void now(Act act) {
        thread.awaitIdle();
        thread.ask(() -> {
            try {
                act.run();
            } catch (Exception e) {
                throw new IllegalStateException("the other side must work: " + e, e);
            }
        });
    }

    /**
     * It takes something at once, and {@link #keep keeps} it for a time.
     *
     * @return an instant at which it has it
     */
    long hold(Act act) {
        holds = false;
        now(act);
        while (!holds) {
            Thread.onSpinWait();
        }
        return System.nanoTime();
    }

    /** It takes a lock at once, and keeps it for a time. */
    long hold(Lock lock, long ns) {
        return hold(() -> {
            lock.lock();
            try {
                keep(ns);
            } finally {
                lock.unlock();
            }
        });
    }

    /** It enters a monitor at once, and keeps it for a time. */
    long holdMonitor(Object monitor, long ns) {
        return hold(() -> {
            synchronized (monitor) {
                keep(ns);
            }
        });
    }

    /** On its own thread, in {@link #hold}, when it has it. */
    void keep(long ns) {
        holds = true;
        Waits.roughly(System.nanoTime() + ns);
    }

    void awaitIdle() {
        thread.awaitIdle();
    }

    @Override
    public void close() {
        thread.close();
    }
}
