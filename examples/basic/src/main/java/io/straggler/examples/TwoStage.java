package io.straggler.examples;

import io.straggler.harness.AsyncTask;
import io.straggler.harness.Harness;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** A task in two stages: the pacing thread hands the tag to a bounded queue, and a worker thread completes it. */
public final class TwoStage implements AsyncTask {
    private static final int CAPACITY = 1024;

    private final BlockingQueue<Long> queue = new ArrayBlockingQueue<>(CAPACITY);
    private Thread worker;

    @Override
    public void setUp(Harness harness) {
        worker = new Thread(() -> completeAll(harness), "second-stage");
        worker.setDaemon(true);
        worker.start();
        harness.watch(worker);
    }

    /** Waits while the queue is full, which delays the iterations behind this one. */
    @Override
    public void run(long intendedNs) throws InterruptedException {
        queue.put(intendedNs);
    }

    @Override
    public void tearDown() throws InterruptedException {
        worker.interrupt();
        worker.join();
    }

    private void completeAll(Harness harness) {
        try {
            while (true) {
                harness.complete(queue.take());
            }
        } catch (InterruptedException tornDown) {
            Thread.currentThread().interrupt();
        }
    }
}
