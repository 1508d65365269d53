package io.straggler.agent.inside.metrics;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Reads and answers requests on {@value #MAX_THREADS} daemon threads at most, which end when nobody asks. A request that takes too long is interrupted,
 * which closes its connection: a client that sends half of one keeps a thread for that time at most. The JDK's own limit, a property, would hold for all
 * servers of the program.
 */
final class RequestThreads implements Executor, AutoCloseable {
    static final int MAX_THREADS = 4;

    private static final long IDLE_SECONDS = 60;

    private final long maxRequestNs;
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            MAX_THREADS,
            MAX_THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            run -> daemon(run, "straggler-metrics"));
    private final ScheduledThreadPoolExecutor clock =
            new ScheduledThreadPoolExecutor(1, run -> daemon(run, "straggler-metrics-limit"));

    RequestThreads(Duration maxRequest) {
        maxRequestNs = maxRequest.toNanos();
        threads.allowCoreThreadTimeOut(true);
        clock.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        clock.allowCoreThreadTimeOut(true);
        clock.setRemoveOnCancelPolicy(true);
    }

    private static Thread daemon(Runnable run, String name) {
        Thread thread = new Thread(run, name);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void execute(Runnable request) {
        // The pool clears an interrupt that comes late before it takes the next request.
        FutureTask<Void> limited = new FutureTask<>(request, null);
        threads.execute(() -> {
            Future<?> limit = clock.schedule(() -> limited.cancel(true), maxRequestNs, TimeUnit.NANOSECONDS);
            limited.run();
            limit.cancel(false);
        });
    }

    @Override
    public void close() {
        threads.shutdownNow();
        clock.shutdownNow();
    }
}
