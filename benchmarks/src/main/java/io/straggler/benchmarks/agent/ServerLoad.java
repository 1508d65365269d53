package io.straggler.benchmarks.agent;

import io.straggler.harness.series.SeriesRecorder;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/** Clients of a server, each on a thread and a connection of its own: one request after the other, or at a rate. */
final class ServerLoad {
    /** The figure and the line that a server prints when it can be asked. */
    static final String PORT = "port";

    static final String READY = "ready";

    private final Dial dial;
    private final int port;
    private final int clients;

    /** A connection to a server. */
    interface Connection extends Closeable {
        /** Sends a request and waits for the answer to it. */
        void ask(int customer) throws Exception;
    }

    /** How to connect. */
    interface Dial {
        Connection connect(int port) throws Exception;
    }

    ServerLoad(Dial dial, int port, int clients) {
        this.dial = dial;
        this.port = port;
        this.clients = clients;
    }

    /**
     * Each client sends its next request when the last is answered.
     *
     * @return answers a second
     */
    double perSecond(long seconds) throws InterruptedException {
        return (double) run(seconds, 0).getTotalCount() / seconds;
    }

    /**
     * Each client sends its share of so many requests a second.
     *
     * @return what answers took, from when each request was due, or from when its client woke for it
     */
    Histogram atRate(long seconds, double perSecond) throws InterruptedException {
        return run(seconds, (long) (1e9 * clients / perSecond));
    }

    private Histogram run(long seconds, long everyNs) throws InterruptedException {
        AtomicReference<Exception> failed = new AtomicReference<>();
        Histogram all = SeriesRecorder.newHistogram();
        List<Thread> threads = new ArrayList<>();
        long beginNs = System.nanoTime();
        for (int i = 0; i < clients; i++) {
            int client = i;
            Thread thread = new Thread(() -> {
                try (Connection connection = dial.connect(port)) {
                    Histogram own = ask(connection, client, beginNs, beginNs + seconds * 1_000_000_000, everyNs);
                    synchronized (all) {
                        all.add(own);
                    }
                } catch (Exception e) {
                    failed.set(e);
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (failed.get() != null) {
            throw new IllegalStateException("every request must be answered", failed.get());
        }
        return all;
    }

    private Histogram ask(Connection connection, int client, long beginNs, long untilNs, long everyNs)
            throws Exception {
        Histogram own = SeriesRecorder.newHistogram();
        // Clients share the period evenly.
        long dueNs = beginNs + everyNs * client / clients;
        for (int request = client; ; request++) {
            long fromNs = everyNs == 0 ? System.nanoTime() : await(dueNs);
            if (fromNs - untilNs >= 0) {
                return own;
            }
            connection.ask(request % OrdersTable.CUSTOMERS);
            own.recordValue(System.nanoTime() - fromNs);
            dueNs += everyNs;
        }
    }

    /** Returns when it woke, if it had to wait; how late a thread wakes is not the server's doing. Else when the request was due. */
    private static long await(long dueNs) {
        long nowNs = System.nanoTime();
        if (nowNs - dueNs >= 0) {
            return dueNs;
        }
        do {
            LockSupport.parkNanos(dueNs - nowNs);
            nowNs = System.nanoTime();
        } while (nowNs - dueNs < 0);
        return nowNs;
    }
}
