package io.straggler.benchmarks.sampling;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import one.profiler.AsyncProfiler;

/**
 * async-profiler on its own, {@code event=cpu} at a fixed period, on all threads: the way to sample faster than every 100 µs, which is
 * the shortest period of its {@code event=wall} and so of Straggler's continuous mode.
 */
final class CpuProfiler {
    private final long periodNs;
    private final Path file;
    private volatile long taken;

    CpuProfiler(long periodNs, Path file) {
        this.periodNs = periodNs;
        this.file = file;
    }

    void start() {
        execute("start,event=cpu,interval=" + periodNs + ",jfr,file=" + file);
    }

    void stop() {
        taken = AsyncProfiler.getInstance().getSamples();
        execute("stop");
    }

    /** How many stacks there were, known after {@link #stop}. */
    long taken() {
        return taken;
    }

    private static void execute(String command) {
        try {
            AsyncProfiler.getInstance().execute(command);
        } catch (IOException e) {
            throw new UncheckedIOException("async-profiler must accept: " + command, e);
        }
    }
}
