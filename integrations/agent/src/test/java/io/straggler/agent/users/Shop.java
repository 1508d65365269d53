package io.straggler.agent.users;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Takes orders when a line on standard input asks for them, counts its own calls, and knows which were slow. */
public final class Shop {
    public static final long SLOW_NS = 40_000_000;
    public static final int THREADS = 4;
    public static final int FIRST_WITH_VIRTUAL_THREADS = 21;
    private static final ForkJoinPool FORKS = new ForkJoinPool(2);
    private static final Object TILL = new Object();
    private static final ReentrantLock KEY = new ReentrantLock();
    private static final AtomicLong CALLS = new AtomicLong();
    private static final AtomicLong SLOW = new AtomicLong();
    private static final AtomicLong FAILED = new AtomicLong();
    private static volatile double result;

    private Shop() {}

    public static void main(String[] args) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        System.out.println("open");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(answer(line.split(" "), threads));
        }
        threads.shutdown();
        threads.awaitTermination(1, TimeUnit.MINUTES);
        System.out.println("closed");
    }

    private static String answer(String[] words, ExecutorService threads) throws Exception {
        switch (words[0]) {
            case "orders" -> inParallel(threads, Integer.parseInt(words[1]));
            case "recursive" -> countDown(Integer.parseInt(words[1]));
            case "pledges" -> waitForTheKey(threads);
            case "deliver" -> deliver(threads, Integer.parseInt(words[1]));
            case "fork" -> fork(Integer.parseInt(words[1]));
            case "virtually" -> virtually(Integer.parseInt(words[1]));
            case "overflow" -> overflow(Integer.parseInt(words[1]));
            case "churn" -> onNewThreads(Integer.parseInt(words[1]));
            case "begin" -> {
                return Class.forName("io.straggler.agent.AgentMain")
                        .getMethod("begin")
                        .invoke(null)
                        .toString();
            }
            case "hooked" -> {
                return "hooked " + hooked();
            }
            default -> throw new IOException(words[0]);
        }
        return "calls " + CALLS + " slow " + SLOW + " failed " + FAILED;
    }

    private static void inParallel(ExecutorService threads, int each) throws Exception {
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            all.add(threads.submit((Callable<Void>) () -> {
                for (int order = 0; order < each; order++) {
                    take(order);
                }
                return null;
            }));
        }
        for (Future<?> one : all) {
            one.get();
        }
    }

    private static void deliver(ExecutorService threads, int count) throws Exception {
        handOver(threads, count);
        breakDown();
    }

    /** Half of them are submitted and half executed; of those every fifth is slow. */
    private static void handOver(ExecutorService threads, int count) throws Exception {
        CountDownLatch open = new CountDownLatch(count);
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (i % 2 == 0) {
                threads.execute(new Delivery(i / 2, open));
            } else {
                all.add(threads.submit(new Return(open)));
            }
        }
        open.await();
        for (Future<?> one : all) {
            one.get();
        }
    }

    /** On threads that steal tasks from each other. */
    private static void fork(int count) throws Exception {
        handOver(FORKS, count);
        CompletableFuture.supplyAsync(new Question(), FORKS).get();
        FORKS.invoke(new Halves(16));
        FORKS.awaitQuiescence(1, TimeUnit.MINUTES);
    }

    /** Each on a virtual thread of its own; nothing where there are no such threads. */
    private static void virtually(int count) throws Exception {
        if (Runtime.version().feature() < FIRST_WITH_VIRTUAL_THREADS) {
            return;
        }
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        ThreadFactory virtual = (ThreadFactory)
                Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
        List<Thread> made = new ArrayList<>();
        ThreadFactory kept = task -> {
            made.add(virtual.newThread(task));
            return made.get(made.size() - 1);
        };
        handOver(
                (ExecutorService) Executors.class
                        .getMethod("newThreadPerTaskExecutor", ThreadFactory.class)
                        .invoke(null, kept),
                count);
        for (Thread one : made) {
            one.join();
        }
    }

    /** A pool is made for one task, which ends its thread. */
    private static void breakDown() throws InterruptedException {
        List<Thread> made = new CopyOnWriteArrayList<>();
        ExecutorService one = Executors.newFixedThreadPool(1, work -> {
            Thread thread = new Thread(work);
            thread.setUncaughtExceptionHandler((ended, thrown) -> {});
            made.add(thread);
            return thread;
        });
        one.execute(new BreakDown());
        made.get(0).join();
        one.shutdown();
    }

    /** A task that fails. */
    record BreakDown() implements Runnable {
        @Override
        public void run() {
            throw new IllegalStateException("broken down");
        }
    }

    /** A task. */
    record Delivery(int number, CountDownLatch open) implements Runnable {
        @Override
        public void run() {
            CALLS.incrementAndGet();
            try {
                Thread.sleep(number % 5 == 4 ? TimeUnit.NANOSECONDS.toMillis(SLOW_NS) : 0);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            open.countDown();
        }
    }

    /** What a future is completed with. */
    record Question() implements Supplier<Long> {
        @Override
        public Long get() {
            return CALLS.incrementAndGet();
        }
    }

    /** A task that forks others of its kind, and waits for them. */
    private static final class Halves extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1;

        private final int size;

        private Halves(int size) {
            this.size = size;
        }

        @Override
        protected Integer compute() {
            if (size == 1) {
                return 1;
            }
            Halves half = new Halves(size / 2);
            half.fork();
            return new Halves(size - size / 2).compute() + half.join();
        }
    }

    /** A task that the pool wraps. */
    record Return(CountDownLatch open) implements Callable<Long> {
        @Override
        public Long call() {
            long calls = CALLS.incrementAndGet();
            open.countDown();
            return calls;
        }
    }

    private static void take(int order) throws InterruptedException {
        CALLS.incrementAndGet();
        try {
            place(order);
        } catch (IllegalStateException e) {
            if (!e.getMessage().equals("sold out: " + order)) {
                throw e;
            }
            FAILED.incrementAndGet();
        }
    }

    /** Every hundredth is slow in each of three ways, and every tenth fails. */
    static int place(int order) throws InterruptedException {
        switch (order % 100) {
            case 15 -> {
                SLOW.incrementAndGet();
                Thread.sleep(TimeUnit.NANOSECONDS.toMillis(SLOW_NS));
            }
            case 45 -> {
                SLOW.incrementAndGet();
                workOnACore(SLOW_NS);
            }
            case 75 -> {
                SLOW.incrementAndGet();
                synchronized (TILL) {
                    Thread.sleep(TimeUnit.NANOSECONDS.toMillis(SLOW_NS));
                }
            }
            default -> work(20_000);
        }
        if (order % 10 == 9) {
            throw new IllegalStateException("sold out: " + order);
        }
        return order;
    }

    /** However long it has to wait for a core. */
    private static void workOnACore(long cpuNs) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long untilNs = threads.getCurrentThreadCpuTime() + cpuNs;
        while (threads.getCurrentThreadCpuTime() < untilNs) {
            work(200_000);
        }
    }

    private static void work(long ns) {
        long untilNs = System.nanoTime() + ns;
        double sum = 0;
        while (System.nanoTime() - untilNs < 0) {
            sum += Math.sqrt(sum + 1);
        }
        result = sum;
    }

    /** Calls itself, and rests when it was called by itself once: one iteration. */
    static int countDown(int from) throws InterruptedException {
        if (from == 0) {
            CALLS.incrementAndGet();
            return 0;
        }
        int rest = countDown(from - 1);
        if (rest == 0) {
            Thread.sleep(TimeUnit.NANOSECONDS.toMillis(SLOW_NS));
        }
        return 1 + rest;
    }

    /** Fills the stack of this thread so often, each time a little further up to the last call. */
    private static void overflow(int times) {
        for (int i = 0; i < times; i++) {
            try {
                result = descend(i % 8);
            } catch (StackOverflowError e) {
                FAILED.incrementAndGet();
            }
        }
    }

    private static double descend(int smaller) {
        return smaller > 0 ? climb(smaller - 1, 1, 2, 3) : step(1) + descend(0);
    }

    /** Its frame is larger. */
    private static double climb(int left, double a, double b, double c) {
        return left > 0 ? climb(left - 1, b, c, a + 1) + a * b + c : descend(0) + a + b + c;
    }

    /** Where there is no room for what ends it there may have been for what begins it. */
    static double step(double length) {
        return length + 1;
    }

    /** A call that waits for a lock until its owner has seen that it does, and a while longer. */
    private static void waitForTheKey(ExecutorService threads) throws Exception {
        KEY.lock();
        Future<?> waiting = threads.submit(Shop::pledge);
        while (!KEY.hasQueuedThreads()) {
            Thread.sleep(1);
        }
        Thread.sleep(5 * TimeUnit.NANOSECONDS.toMillis(SLOW_NS));
        KEY.unlock();
        waiting.get();
    }

    static void pledge() {
        CALLS.incrementAndGet();
        KEY.lock();
        KEY.unlock();
    }

    private static void onNewThreads(int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(() -> {
                CALLS.incrementAndGet();
                try {
                    place(0);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            thread.start();
            thread.join();
        }
    }

    /** How often a call reaches the agent's hook. */
    private static long hooked() throws Exception {
        AtomicLong reached = new AtomicLong();
        LongSupplier counter = () -> reached.incrementAndGet() * 0;
        var begin = Class.forName("java.lang.StragglerCallHook", true, null).getField("begin");
        Object before = begin.get(null);
        begin.set(null, counter);
        countDown(0);
        place(1);
        begin.set(null, before);
        return reached.get();
    }
}
