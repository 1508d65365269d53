package io.straggler.selftest.inject;

import io.straggler.sampler.NativeThread;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;

/** A thread beside the measured one, on a core of its own choice, that does one thing when it is told to. */
final class Assistant implements AutoCloseable {
    private final Thread thread;
    private final OptionalInt core;
    private volatile Runnable request;
    private volatile boolean closed;

    /** @param core to bind it to, if there is a choice */
    Assistant(String name, OptionalInt core) {
        this.core = core;
        this.thread = new Thread(this::work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void work() {
        core.ifPresent(NativeThread::pinCurrent);
        while (!closed) {
            Runnable next = request;
            if (next == null) {
                LockSupport.park(this);
            } else {
                next.run();
                request = null;
            }
        }
    }

    /** Tells it what to do next; it must have done what it was told before. */
    void ask(Runnable task) {
        request = task;
        LockSupport.unpark(thread);
    }

    /** Gives it a second to finish. */
    void awaitIdle() {
        long untilNs = System.nanoTime() + 1_000_000_000;
        while (request != null && System.nanoTime() - untilNs < 0) {
            LockSupport.parkNanos(50_000);
        }
    }

    Thread thread() {
        return thread;
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
