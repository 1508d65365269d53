package io.straggler.benchmarks.sampling;

import io.straggler.sampler.linux.NativeThread;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/** Two threads on one core that hand over to each other, which is a switch each time. */
final class PingPong {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final int core;
    private final int times;
    private final AtomicInteger turn = new AtomicInteger();
    private final AtomicLongArray osThreadIds = new AtomicLongArray(2);
    private final AtomicLongArray cpuNs = new AtomicLongArray(2);
    private final CountDownLatch known = new CountDownLatch(2);
    private final CountDownLatch begun = new CountDownLatch(1);
    private final Thread[] threads = {new Thread(() -> run(0)), new Thread(() -> run(1))};

    /** Starts both threads, which then wait. */
    PingPong(int core, int times) throws InterruptedException {
        this.core = core;
        this.times = times;
        for (Thread thread : threads) {
            thread.start();
        }
        known.await();
    }

    List<Long> osThreadIds() {
        return List.of(osThreadIds.get(0), osThreadIds.get(1));
    }

    /** Lets them hand over so often. Returns the time in nanoseconds that both have been on the core. */
    long cpuNs() throws InterruptedException {
        begun.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        return cpuNs.get(0) + cpuNs.get(1);
    }

    private void run(int own) {
        NativeThread.pinCurrent(core);
        osThreadIds.set(own, NativeThread.currentId());
        known.countDown();
        try {
            begun.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        Thread other = threads[1 - own];
        long beganNs = THREADS.getCurrentThreadCpuTime();
        int now = turn.get();
        while (now < times) {
            if (now % 2 == own) {
                turn.set(now + 1);
                LockSupport.unpark(other);
            } else {
                LockSupport.park(this);
            }
            now = turn.get();
        }
        LockSupport.unpark(other);
        cpuNs.set(own, THREADS.getCurrentThreadCpuTime() - beganNs);
    }
}
