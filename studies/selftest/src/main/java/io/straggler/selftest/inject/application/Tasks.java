package io.straggler.selftest.inject.application;

import io.straggler.selftest.inject.Fixture;
import io.straggler.selftest.inject.InjectionSite;
import io.straggler.selftest.inject.Waits;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Work that other threads do: futures, executors, threads that start or end. */
public final class Tasks extends Fixture {
    private static final int STREAMED = 20_000;

    private final Partner worker = closing(new Partner("app-worker"));
    private final ExecutorService executor = Executors.newSingleThreadExecutor(task -> daemon(task, "app-executor"));
    private final ScheduledExecutorService scheduler =
            Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "app-scheduler"));

    public Tasks(InjectionSite site) {
        super(site);
        closing(executor::shutdownNow);
        closing(scheduler::shutdownNow);
    }

    public void getFuture(long ns) throws Exception {
        CompletableFuture<String> future = new CompletableFuture<>();
        worker.later(ns, () -> future.complete("value"));
        future.get();
    }

    public void joinFutures(long ns) {
        CompletableFuture<String> one = new CompletableFuture<>();
        CompletableFuture<String> other = new CompletableFuture<>();
        worker.later(ns, () -> {
            one.complete("");
            other.complete("");
        });
        CompletableFuture.allOf(one, other.thenApply(String::length)).join();
    }

    public void submit(long ns) throws Exception {
        long atNs = System.nanoTime() + ns;
        executor.submit(() -> Waits.roughly(atNs)).get();
    }

    public void schedule(long ns) throws Exception {
        result += scheduler.schedule(() -> 1, ns, TimeUnit.NANOSECONDS).get();
    }

    public void joinThread(long ns) throws InterruptedException {
        long atNs = System.nanoTime() + ns;
        Thread thread = new Thread(() -> Waits.roughly(atNs), "app-short-lived");
        thread.start();
        thread.join();
    }

    public void startThread() {
        daemon(() -> {}, "app-short").start();
    }

    public void streamInParallel() {
        result += IntStream.range(0, STREAMED)
                .parallel()
                .mapToLong(i -> Long.toString(i * 31L, Character.MAX_RADIX).hashCode())
                .sum();
    }
}
