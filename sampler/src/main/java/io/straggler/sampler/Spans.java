package io.straggler.sampler;

import io.straggler.model.Outlier;
import java.util.ArrayList;
import java.util.List;
import one.profiler.Recording;
import one.profiler.Span;

/**
 * Writes {@code profiler.Span} events for outliers into async-profiler's recording, so that {@code jfrconv --latency} finds them.
 *
 * <p>A span belongs to the thread that emits it, so it has to be the measured one; it emits them when a run is over, and nothing
 * while it is paced. Spans of asynchronous tasks are therefore on the pacing thread too.
 */
final class Spans {
    private static final int MAX_SPANS = 100_000;

    private final List<long[]> outliers = new ArrayList<>();
    private long anchorNs;
    private long anchorTicks;

    /** Remembers an outlier. Recorder thread. */
    synchronized void add(Outlier outlier) {
        if (outliers.size() < MAX_SPANS) {
            outliers.add(new long[] {
                outlier.iteration().startNs(), outlier.iteration().endNs()
            });
        }
    }

    /** Reads both clocks together. Pacing thread, before a run. */
    synchronized void anchor() {
        long bestNs = Long.MAX_VALUE;
        for (int i = 0; i < 20; i++) {
            long before = System.nanoTime();
            long ticks = Recording.timestamp();
            long after = System.nanoTime();
            if (after - before < bestNs) {
                bestNs = after - before;
                anchorNs = before + (after - before) / 2;
                anchorTicks = ticks;
            }
        }
    }

    /** Emits what was remembered. Pacing thread, after a run. */
    synchronized void emit() {
        if (outliers.isEmpty()) {
            return;
        }
        long startNs = anchorNs;
        long startTicks = anchorTicks;
        anchor();
        double ticksPerNs = anchorNs > startNs ? (double) (anchorTicks - startTicks) / (anchorNs - startNs) : 1;
        for (long[] outlier : outliers) {
            Span.emit(
                    startTicks + Math.round((outlier[0] - startNs) * ticksPerNs),
                    startTicks + Math.round((outlier[1] - startNs) * ticksPerNs),
                    "outlier");
        }
        outliers.clear();
    }
}
