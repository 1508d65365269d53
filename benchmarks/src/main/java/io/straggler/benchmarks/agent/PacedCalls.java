package io.straggler.benchmarks.agent;

import io.straggler.benchmarks.support.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Four threads that make calls of 100 µs at random instants, for {@link AgentThreadBenchmark}, and what the agent's thread does meanwhile by the system's files.
 *
 * <p>Arguments: calls a second, seconds of warm-up, seconds.
 */
public final class PacedCalls {
    private static final int THREADS = 4;
    private static final long CALL_NS = 100_000;

    private PacedCalls() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        double apartNs = 1e9 * THREADS / Long.parseLong(args[0]);
        for (int i = 0; i < THREADS; i++) {
            Random random = new Random(i);
            Thread thread = new Thread(() -> call(random, apartNs));
            thread.setDaemon(true);
            thread.start();
        }
        TimeUnit.SECONDS.sleep(Long.parseLong(args[1]));
        Path agent = agentsThread();
        long fromNs = System.nanoTime();
        long cpuNs = cpuNs(agent);
        long wakes = wakes(agent);
        TimeUnit.SECONDS.sleep(Long.parseLong(args[2]));
        double ns = System.nanoTime() - fromNs;
        Figures.print("agentCores", (cpuNs(agent) - cpuNs) / ns);
        Figures.print("agentWakesPerSecond", (wakes(agent) - wakes) / ns * 1e9);
    }

    private static void call(Random random, double apartNs) {
        long nextNs = System.nanoTime();
        while (true) {
            nextNs += (long) (-Math.log(1 - random.nextDouble()) * apartNs);
            for (long leftNs = nextNs - System.nanoTime(); leftNs > 0; leftNs = nextNs - System.nanoTime()) {
                LockSupport.parkNanos(leftNs);
            }
            serve();
        }
    }

    /** A call is an iteration. */
    static void serve() {
        long untilNs = System.nanoTime() + CALL_NS;
        while (System.nanoTime() - untilNs < 0) {
            Thread.onSpinWait();
        }
    }

    private static Path agentsThread() throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
            List<Path> all = threads.toList();
            for (Path thread : all) {
                if (Files.readString(thread.resolve("comm")).strip().equals("straggler-agent")) {
                    return thread;
                }
            }
        }
        throw new IOException("the agent must have a thread");
    }

    private static long cpuNs(Path thread) throws IOException {
        return Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ")[0]);
    }

    private static long wakes(Path thread) throws IOException {
        return Files.readAllLines(thread.resolve("status")).stream()
                .filter(line -> line.startsWith("voluntary_ctxt_switches:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .sum();
    }
}
