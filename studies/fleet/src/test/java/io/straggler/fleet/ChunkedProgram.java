package io.straggler.fleet;

import io.straggler.jfr.record.EventSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;

/**
 * Records a program whose orders are slow for several reasons, in many chunks: orders, waits for locks and what held these cross the borders between chunks.
 */
public final class ChunkedProgram {
    public static final String ORDER = "test.ChunkedOrder";

    private static final int WORKERS = 3;
    private static final int ORDERS_PER_CHUNK = 600;

    private final Semaphore orders = new Semaphore(0);
    private final Object lock = new Object();
    private volatile boolean ended;
    private long work;

    private ChunkedProgram() {}

    @Name(ORDER)
    static final class Order extends Event {
        String kind;
        int number;
    }

    private interface Body {
        void run() throws InterruptedException;
    }

    /** Records into a new file. */
    public static Path record(Path file, int chunks) throws Exception {
        try (Recording recording = new Recording()) {
            recording.setSettings(EventSettings.withPeriodicStacks(Duration.ofNanos(100_000)));
            recording.start();
            new ChunkedProgram().run(chunks);
            recording.stop();
            recording.dump(file);
        }
        return file;
    }

    private void run(int chunks) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int worker = 0; worker < WORKERS; worker++) {
            int seed = worker;
            threads.add(new Thread(() -> work(seed), "worker-" + worker));
        }
        threads.forEach(Thread::start);
        CountDownLatch across = new CountDownLatch(1);
        Thread slow = new Thread(
                () -> order("across", 0, () -> {
                    synchronized (lock) {
                        across.await();
                    }
                }),
                "slow");
        for (int chunk = 1; chunk < chunks; chunk++) {
            if (chunk == 2) {
                slow.start(); // Now the workers wait for it, sooner or later.
                while (slow.getState() != Thread.State.WAITING) {
                    Thread.onSpinWait();
                }
            } else if (chunk == 4) {
                across.countDown();
            }
            if (chunk != 3) {
                orders.acquire(chunk == 2 ? 1 : ORDERS_PER_CHUNK);
            }
            // The start of a recording begins a new chunk in the others.
            try (Recording other = new Recording()) {
                other.start();
            }
        }
        ended = true;
        slow.join();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void work(int seed) {
        for (int number = seed; !ended; number++) {
            switch (number % 200) {
                case 50 -> order("sleep", number, () -> Thread.sleep(4));
                case 100 ->
                    order("lock", number, () -> {
                        synchronized (lock) {
                            LockSupport.parkNanos(3_000_000);
                        }
                    });
                case 150 -> order("collection", number, System::gc);
                default -> order("quick", number, () -> spin(2_000));
            }
            orders.release();
        }
    }

    private void spin(int rounds) {
        long sum = work;
        for (int i = 0; i < rounds; i++) {
            sum += sum << 1 ^ i;
        }
        work = sum;
    }

    private static void order(String kind, int number, Body body) {
        Order order = new Order();
        order.begin();
        try {
            body.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        order.kind = kind;
        order.number = number;
        order.commit();
    }
}
