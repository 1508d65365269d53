package io.straggler.sampler.linux;

import java.util.concurrent.atomic.AtomicLong;

/** A thread that spins on one core until it is closed, and shows when it has had the core. */
public final class SpinningThread implements AutoCloseable {
    private final AtomicLong turns = new AtomicLong();
    private final Thread thread;
    private volatile boolean ended;
    private volatile long osThreadId;

    public SpinningThread(String name, int core) {
        thread = new Thread(() -> spin(core), name);
        thread.start();
    }

    private void spin(int core) {
        NativeThread.pinCurrent(core);
        osThreadId = NativeThread.currentId();
        while (!ended) {
            turns.incrementAndGet();
        }
    }

    /** Its number, as soon as it has had the core. */
    public long osThreadId() {
        while (turns.get() == 0) {
            Thread.onSpinWait();
        }
        return osThreadId;
    }

    /** Does something repeatedly, until the thread has had the core for a while. */
    public void during(Runnable action) {
        long until = turns.get() + 100_000;
        while (turns.get() < until) {
            action.run();
        }
    }

    @Override
    public void close() {
        ended = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
