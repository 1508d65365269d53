package io.straggler.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import one.profiler.AsyncProfiler;

/**
 * async-profiler on its own, {@code event=cpu} on one thread at a fixed period: the way to sample faster than every 100 µs, which is
 * the shortest period of its {@code event=wall} and so of Straggler's continuous mode.
 */
record CpuProfiler(long periodNs, Path file) {
    /** Samples the current thread from now on. */
    void start() {
        execute("start,event=cpu,interval=" + periodNs + ",filter=,jfr,file=" + file);
        AsyncProfiler.getInstance().addThread(Thread.currentThread());
    }

    /** @return how many stacks there were */
    long stop() {
        long taken = AsyncProfiler.getInstance().getSamples();
        execute("stop");
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
