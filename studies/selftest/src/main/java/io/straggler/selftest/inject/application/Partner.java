package io.straggler.selftest.inject.application;

import io.straggler.selftest.inject.HelperThread;
import io.straggler.selftest.inject.Waits;
import java.util.OptionalInt;

/** The thread that the measured one waits for. */
final class Partner implements AutoCloseable {
    private final HelperThread thread;

    /** Whether it has what the measured thread is going to wait for. */
    private volatile boolean holds;

    /** What it does. */
    @FunctionalInterface
    interface Act {
        void run() throws Exception;
    }

    Partner(String name) {
        thread = new HelperThread(name, OptionalInt.empty());
    }

    /** It acts when so much time is over. */
    void later(long ns, Act act) {
        thread.awaitIdle();
        long atNs = System.nanoTime() + ns;
        now(() -> {
            Waits.roughly(atNs);
            act.run();
        });
    }

    /** It acts at once, when it has done what it did before. */
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

    /** It takes something at once, and {@link #keep keeps} it for a time. Comes back when it has it. */
    void hold(Act act) {
        holds = false;
        now(act);
        while (!holds) {
            Thread.onSpinWait();
        }
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
