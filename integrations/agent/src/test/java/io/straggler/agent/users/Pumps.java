package io.straggler.agent.users;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** Fills up from a pool of two pumps, or under two permits, when a line on standard input asks for it: each time while somebody else holds both. */
public final class Pumps {
    public static final long HELD_MS = 60;

    /** Number of tasks that wait for nobody, for each slow one. */
    private static final int NORMAL = 20;

    private static final BlockingQueue<Object> FREE = new LinkedBlockingQueue<>();
    private static final Semaphore PERMITS = new Semaphore(2, true);

    private Pumps() {}

    public static void main(String[] args) throws Exception {
        System.out.println("open");
        FREE.add(new Object());
        FREE.add(new Object());
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int calls = 0;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String kind = line.split(" ")[0];
            for (int i = 0; i < Integer.parseInt(line.split(" ")[1]); i++) {
                calls += kind.equals("tasks") ? tasks() : all(kind.replace("-virtual", ""), kind.endsWith("-virtual"));
            }
            System.out.println("calls " + calls + " slow " + calls + " failed 0");
        }
        System.out.println("closed");
    }

    /** Two holders, and as many callers as the kind needs. Returns how many calls there were. */
    private static int all(String kind, boolean virtual) throws Exception {
        boolean permits = kind.equals("permits");
        CountDownLatch held = new CountDownLatch(2);
        Thread[] holders = new Thread[2];
        for (int i = 0; i < 2; i++) {
            holders[i] = new Thread(() -> hold(permits, held, kind.equals("computing")), "tanker-" + i);
            holders[i].start();
        }
        held.await();
        Thread[] callers = new Thread[kind.equals("queued") ? 4 : 1];
        for (int i = 0; i < callers.length; i++) {
            callers[i] = factory(virtual).newThread(permits ? Pumps::permitted : Pumps::fillUp);
            callers[i].start();
        }
        for (Thread caller : callers) {
            caller.join();
        }
        for (Thread holder : holders) {
            holder.join();
        }
        return callers.length;
    }

    /** Tasks that wait for nobody, a slow one, and three behind that in the queue of its thread. */
    private static int tasks() throws Exception {
        ExecutorService station = Executors.newSingleThreadExecutor(task -> new Thread(task, "attendant"));
        for (int i = 0; i < NORMAL; i++) {
            station.submit(new Wash()).get();
        }
        station.execute(new Repair());
        for (int i = 0; i < 3; i++) {
            station.execute(new Wash());
        }
        station.shutdown();
        station.awaitTermination(1, TimeUnit.MINUTES);
        return NORMAL + 4;
    }

    /** A slow task. */
    public static final class Repair implements Runnable {
        @Override
        public void run() {
            rest();
        }
    }

    /** A quick task. */
    public static final class Wash implements Runnable {
        @Override
        public void run() {
            // Done.
        }
    }

    private static ThreadFactory factory(boolean virtual) throws ReflectiveOperationException {
        if (!virtual) {
            return task -> new Thread(task, "car-1");
        }
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        return (ThreadFactory)
                Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    }

    public static void fillUp() {
        Object pump = take();
        FREE.add(pump);
    }

    public static void permitted() {
        PERMITS.acquireUninterruptibly();
        PERMITS.release();
    }

    private static Object take() {
        try {
            return FREE.take();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Method of the holders. */
    private static void hold(boolean permits, CountDownLatch held, boolean computing) {
        Object pump = null;
        if (permits) {
            PERMITS.acquireUninterruptibly();
        } else {
            pump = take();
        }
        held.countDown();
        if (computing) {
            compute();
        } else {
            rest();
        }
        if (pump == null) {
            PERMITS.release();
        } else {
            FREE.add(pump);
        }
    }

    private static void rest() {
        try {
            TimeUnit.MILLISECONDS.sleep(HELD_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void compute() {
        long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(HELD_MS);
        while (System.nanoTime() - endNs < 0) {
            Thread.onSpinWait();
        }
    }
}
