package io.straggler.examples;

import io.straggler.harness.AsyncTask;
import io.straggler.harness.Harness;
import io.straggler.harness.Probe;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * A producer and a consumer with a bounded queue between them. An iteration begins with the producer, on the pacing thread, and is over
 * when the consumer has got the message; probes measure how long the {@code put} and the successful {@code poll} took by themselves.
 */
public final class ProducerConsumer implements AsyncTask {
    private static final int CAPACITY = 512;

    private final BlockingQueue<Long> queue = new ArrayBlockingQueue<>(CAPACITY);
    private Probe put;
    private Thread consumer;
    private volatile boolean over;

    @Override
    public void setUp(Harness harness) {
        put = harness.probe("put");
        Probe poll = harness.probe("poll");
        consumer = new Thread(() -> consume(harness, poll), "consumer");
        consumer.setDaemon(true);
        consumer.start();
        harness.watch(consumer);
    }

    /** Waits while the queue is full, which delays the iterations behind this one. */
    @Override
    public void run(long intendedNs) throws InterruptedException {
        long beforeNs = System.nanoTime();
        queue.put(intendedNs);
        put.record(System.nanoTime() - beforeNs);
    }

    private void consume(Harness harness, Probe poll) {
        while (!over) {
            long beforeNs = System.nanoTime();
            Long intendedNs = queue.poll();
            if (intendedNs == null) {
                Thread.onSpinWait();
            } else {
                poll.record(System.nanoTime() - beforeNs);
                harness.complete(intendedNs);
            }
        }
    }

    @Override
    public void tearDown() throws InterruptedException {
        over = true;
        consumer.join();
    }
}
