package io.straggler.jlbh.examples;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import net.openhft.chronicle.core.util.NanoSampler;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;

/** A producer hands numbers to a consumer on another thread, which samples when it has got one. */
public final class HandOver implements JLBHTask {
    private final BlockingQueue<Long> queue = new ArrayBlockingQueue<>(1_000);
    private JLBH jlbh;
    private NanoSampler put;
    private volatile boolean over;

    public static void main(String[] args) {
        new JLBH(new JLBHOptions()
                        .throughput(10_000)
                        .warmUpIterations(10_000)
                        .iterations(10_000)
                        .runs(2)
                        .recordOSJitter(false)
                        .acquireLock(() -> null)
                        .jlbhTask(new HandOver()))
                .start();
    }

    @Override
    public void init(JLBH harness) {
        jlbh = harness;
        put = harness.addProbe("put");
        Thread consumer = new Thread(this::consume, "consumer");
        consumer.setDaemon(true);
        consumer.start();
    }

    @Override
    public void run(long startTimeNs) {
        long beforeNs = System.nanoTime();
        try {
            queue.put(startTimeNs);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        put.sampleNanos(System.nanoTime() - beforeNs);
    }

    private void consume() {
        while (!over) {
            Long startTimeNs = queue.poll();
            if (startTimeNs == null) {
                Thread.onSpinWait();
            } else {
                jlbh.sample(System.nanoTime() - startTimeNs);
            }
        }
    }

    @Override
    public void complete() {
        over = true;
    }
}
