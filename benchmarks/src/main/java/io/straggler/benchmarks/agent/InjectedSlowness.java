package io.straggler.benchmarks.agent;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Slowness that is injected into some requests of {@link SlowPages}, one at a time. */
final class InjectedSlowness implements AutoCloseable {
    private static final long MIN_NS = 8_000_000;

    /** The cause of time without a core. */
    private static final String RUN_QUEUE = "run-queue";

    /** Where two causes took about the same, either is right. */
    private static final double CLEAR = 0.6;

    private static final int ONE_IN = 150;
    private static final int LIVE_OBJECTS = 400_000;

    /** Kind of slowness, and the cause and place that a diagnosis should name. */
    enum Kind {
        LOCK("monitor", "InjectedSlowness.lock"),
        QUERY("code", "org.h2."),
        COLLECTION("gc-pause", ""),
        DISK("file-io", ""),
        WORKER("park", "InjectedSlowness.worker"),
        /** Another thread has the permits, and sleeps in the method that is the place. */
        PERMITS("park", "InjectedSlowness.keepPermits"),
        /** Another thread has what the pool had, and computes in the method that is the place. */
        POOL("park", "InjectedSlowness.keepPooled"),
        PEER("socket-io", "");

        private final String cause;
        private final String place;

        Kind(String cause, String place) {
            this.cause = cause;
            this.place = place;
        }

        String cause() {
            return cause;
        }

        /** Returns a part of the right place; empty where only the cause is looked at. */
        String place() {
            return place;
        }
    }

    /**
     * One of them; times of the monotonic clock.
     *
     * @param withoutCoreNs how long its thread waited for a core meanwhile, as the kernel has counted
     */
    record Injected(Kind kind, long startNs, long endNs, long withoutCoreNs) {
        /** Whether a cause is the right one: that its thread had no core, where it had none for most of the time. */
        boolean because(String cause) {
            double share = (double) withoutCoreNs / (endNs - startNs);
            return cause.equals(RUN_QUEUE) && share > 1 - CLEAR || cause.equals(kind.cause()) && share < CLEAR;
        }

        @Override
        public String toString() {
            return kind + " " + startNs + " " + endNs + " " + withoutCoreNs;
        }

        /** Reads what {@link #toString} writes. */
        static Injected of(String line) {
            String[] words = line.split(" ");
            return new Injected(
                    Kind.valueOf(words[0]),
                    Long.parseLong(words[1]),
                    Long.parseLong(words[2]),
                    Long.parseLong(words[3]));
        }
    }

    private final Object lock = new Object();
    private final Semaphore permits = new Semaphore(2);
    private final BlockingQueue<Object> pool = new LinkedBlockingQueue<>(List.of(new Object()));
    private final ExecutorService others = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "helper");
        thread.setDaemon(true);
        return thread;
    });
    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong turns = new AtomicLong();
    private final AtomicBoolean busy = new AtomicBoolean();
    private final Queue<Injected> injected = new ConcurrentLinkedQueue<>();

    private volatile boolean begun;

    /** Objects that make a collection take a while. */
    private final List<Object> live = new ArrayList<>(LIVE_OBJECTS);

    private final FileChannel file;
    private final Connection database;
    private final ServerSocket server;
    private final Socket peer;

    InjectedSlowness(Path folder) throws IOException, SQLException {
        for (int i = 0; i < LIVE_OBJECTS; i++) {
            live.add(new byte[32]);
        }
        file = FileChannel.open(folder.resolve("journal"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        database = DriverManager.getConnection(OrdersTable.IN_PROCESS);
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        others.submit(this::answer);
        peer = new Socket(server.getInetAddress(), server.getLocalPort());
    }

    void begin() {
        begun = true;
    }

    /** Makes this request slow if it is its turn and no other is. */
    void perhaps() throws Exception {
        if (!begun || requests.incrementAndGet() % ONE_IN != 0 || !busy.compareAndSet(false, true)) {
            return;
        }
        Kind kind = Kind.values()[(int) (turns.getAndIncrement() % Kind.values().length)];
        WithoutCore before = WithoutCore.now();
        long startNs = System.nanoTime();
        switch (kind) {
            case LOCK -> lock();
            case QUERY -> query(startNs);
            case COLLECTION -> System.gc();
            case DISK -> write(startNs);
            case WORKER -> worker();
            case PERMITS -> permits();
            case POOL -> pool();
            default -> peer();
        }
        long endNs = System.nanoTime();
        injected.add(new Injected(kind, startNs, endNs, WithoutCore.now().since(before)));
        busy.set(false);
    }

    /** Time for which a thread of the system has waited for a core so far: the calling thread, or the carrier of a virtual one. */
    private record WithoutCore(Path thread, long ns) {
        private static WithoutCore now() throws IOException {
            Path own = Path.of("/proc/thread-self").toRealPath();
            return new WithoutCore(
                    own,
                    Long.parseLong(Files.readString(own.resolve("schedstat")).split(" ")[1]));
        }

        /** Difference in nanoseconds; 0 if a virtual thread has another carrier now, because it waited then. */
        private long since(WithoutCore before) {
            return thread.equals(before.thread) ? ns - before.ns : 0;
        }
    }

    private void lock() throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        others.submit(() -> {
            synchronized (lock) {
                held.countDown();
                TimeUnit.NANOSECONDS.sleep(MIN_NS);
            }
            return null;
        });
        held.await();
        synchronized (lock) {
            held.getCount();
        }
    }

    private void query(long startNs) throws SQLException {
        try (Statement statement = database.createStatement()) {
            while (System.nanoTime() - startNs < MIN_NS) {
                try (ResultSet found = statement.executeQuery(
                        "select sum(amount) from orders where mod(amount * customer + id, 7) = 3")) {
                    found.next();
                }
            }
        }
    }

    private void write(long startNs) throws IOException {
        ByteBuffer page = ByteBuffer.allocate(4096);
        while (System.nanoTime() - startNs < MIN_NS) {
            file.write(page.clear(), 0);
            file.force(true);
        }
    }

    private void permits() throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        others.execute(() -> keepPermits(held));
        held.await();
        permits.acquire();
        permits.release();
    }

    private void keepPermits(CountDownLatch held) {
        permits.acquireUninterruptibly(2);
        held.countDown();
        try {
            TimeUnit.NANOSECONDS.sleep(MIN_NS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        permits.release(2);
    }

    private void pool() throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        others.execute(() -> keepPooled(held));
        held.await();
        pool.add(pool.take());
    }

    private void keepPooled(CountDownLatch held) {
        Object pooled = pool.poll();
        held.countDown();
        long endNs = System.nanoTime() + MIN_NS;
        while (System.nanoTime() - endNs < 0) {
            Thread.onSpinWait();
        }
        pool.add(pooled == null ? new Object() : pooled);
    }

    private void worker() throws Exception {
        others.submit(() -> {
                    TimeUnit.NANOSECONDS.sleep(MIN_NS);
                    return null;
                })
                .get();
    }

    private void peer() throws IOException {
        peer.getOutputStream().write(1);
        peer.getInputStream().read();
    }

    private Void answer() throws Exception {
        try (Socket end = server.accept()) {
            while (end.getInputStream().read() >= 0) {
                TimeUnit.NANOSECONDS.sleep(MIN_NS);
                end.getOutputStream().write(1);
            }
        }
        return null;
    }

    /** All so far, in order of time. */
    List<Injected> injected() {
        return List.copyOf(injected);
    }

    @Override
    public void close() throws IOException, SQLException {
        peer.close();
        server.close();
        file.close();
        database.close();
        others.shutdownNow();
    }
}
