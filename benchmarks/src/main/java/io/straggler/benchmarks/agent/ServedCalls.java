package io.straggler.benchmarks.agent;

import io.straggler.benchmarks.support.Figures;
import io.straggler.benchmarks.support.Work;
import io.straggler.harness.series.SeriesRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Threads that serve requests, for {@link AgentCostBenchmark}: with a pause between two requests, one after the other, and handed on to two other threads; and an empty
 * call over and over. It takes its own times, and knows nothing of the agent.
 *
 * <p>Arguments: threads, seconds of each part, rounds of work of a request, pause in nanoseconds.
 */
public final class ServedCalls {
    private static final int ONE_IN = 2_000;
    private static final int TIMES_AS_LONG = 200;
    private static final int EMPTY_CALLS = 20_000_000;

    private ServedCalls() {}

    /** One way to serve. */
    private interface Request {
        long serve(long seed, int rounds);
    }

    /** Server thread with the latencies that it has served. */
    private static final class Server extends Thread {
        private final Histogram latencies = SeriesRecorder.newHistogram();
        private final long untilNs;
        private final int rounds;
        private final long pauseNs;
        private final Request serving;
        private long kept;

        private Server(Request serving, long untilNs, int rounds, long pauseNs) {
            this.serving = serving;
            this.untilNs = untilNs;
            this.rounds = rounds;
            this.pauseNs = pauseNs;
        }

        @Override
        public void run() {
            int request = 0;
            for (long startNs = System.nanoTime(); startNs - untilNs < 0; ) {
                request++;
                kept += serving.serve(kept + request, request % ONE_IN == 0 ? TIMES_AS_LONG * rounds : rounds);
                long endNs = System.nanoTime();
                latencies.recordValue(endNs - startNs);
                if (pauseNs > 0) {
                    LockSupport.parkNanos(pauseNs);
                }
                startNs = pauseNs > 0 ? System.nanoTime() : endNs;
            }
        }
    }

    /** A request: a call is an iteration. */
    static long serve(long seed, int rounds) {
        return Work.rounds(seed, rounds);
    }

    /** Serves a call that is handed on to one thread and then to another. */
    static CompletableFuture<Long> serveLater(long seed, int rounds, ExecutorService threads) {
        return CompletableFuture.supplyAsync(() -> Work.rounds(seed, rounds / 2), threads)
                .thenApplyAsync(half -> Work.rounds(half, rounds / 2), threads);
    }

    /** Nothing but being called. */
    static long empty(long value) {
        return value + 1;
    }

    public static void main(String[] arguments) throws InterruptedException {
        int threads = Integer.parseInt(arguments[0]);
        long seconds = Long.parseLong(arguments[1]);
        int rounds = Integer.parseInt(arguments[2]);
        long pauseNs = Long.parseLong(arguments[3]);
        run(ServedCalls::serve, threads, 2, rounds, 0); // until everything is compiled
        print("busy", run(ServedCalls::serve, threads, seconds, rounds, 0), seconds);
        print("paused", run(ServedCalls::serve, threads, seconds, rounds, pauseNs), seconds);
        ExecutorService others = Executors.newFixedThreadPool(threads);
        Request handedOn = (seed, work) -> serveLater(seed, work, others).join();
        run(handedOn, threads, 2, rounds, 0);
        print("handed", run(handedOn, threads, seconds, rounds, 0), seconds);
        others.shutdown();
        emptyNs();
        Figures.print("emptyNs", emptyNs());
    }

    private static Histogram run(Request request, int count, long seconds, int rounds, long pauseNs)
            throws InterruptedException {
        long untilNs = System.nanoTime() + seconds * 1_000_000_000L;
        List<Server> servers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            servers.add(new Server(request, untilNs, rounds, pauseNs));
        }
        servers.forEach(Thread::start);
        Histogram all = SeriesRecorder.newHistogram();
        for (Server server : servers) {
            server.join();
            all.add(server.latencies);
        }
        return all;
    }

    private static void print(String name, Histogram latencies, long seconds) {
        Figures.print(name + "PerSecond", (double) latencies.getTotalCount() / seconds);
        Figures.print(name + "P50Ns", latencies.getValueAtPercentile(50));
        Figures.print(name + "P99Ns", latencies.getValueAtPercentile(99));
    }

    private static double emptyNs() {
        long value = 0;
        long startNs = System.nanoTime();
        for (int i = 0; i < EMPTY_CALLS; i++) {
            value = empty(value);
        }
        long tookNs = System.nanoTime() - startNs;
        if (value != EMPTY_CALLS) {
            throw new IllegalStateException("every call must count: value=" + value);
        }
        return (double) tookNs / EMPTY_CALLS;
    }
}
