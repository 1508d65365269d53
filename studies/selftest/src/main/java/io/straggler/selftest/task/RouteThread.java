package io.straggler.selftest.task;

import io.straggler.harness.Harness;
import io.straggler.model.VirtualThreads;
import io.straggler.selftest.task.ApplicationWorkload.Orders;
import org.jspecify.annotations.Nullable;

/** A thread of a route, which does the same again and again until it is closed. */
final class RouteThread implements AutoCloseable {
    private final Thread thread;
    private final Step step;
    private final Orders orders = new Orders();
    private volatile boolean closed;
    private volatile @Nullable Exception failure;

    /** Waits for work, and does it. */
    @FunctionalInterface
    interface Step {
        /** @param orders of the thread that runs this */
        void run(Orders orders) throws Exception;
    }

    /** A virtual one, which nobody watches. */
    RouteThread(Step step) {
        this.step = step;
        this.thread = VirtualThreads.start(this::work);
    }

    /** A watched one. */
    RouteThread(String name, Harness harness, Step step) {
        this.step = step;
        this.thread = new Thread(this::work, name);
        thread.setDaemon(true);
        thread.start();
        harness.watch(thread);
    }

    private void work() {
        try {
            while (!closed) {
                step.run(orders);
            }
        } catch (Exception e) {
            if (!closed) {
                failure = e;
            }
        }
    }

    /**
     * The pacing thread may go on.
     *
     * @throws IllegalStateException if this thread has failed
     */
    void check() {
        if (failure != null) {
            throw new IllegalStateException("thread must go on: name=" + thread.getName(), failure);
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
