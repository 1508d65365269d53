package io.straggler.agent.inside.metrics;

import java.util.Map;
import org.HdrHistogram.Histogram;

/** Figures of a session as there may be one. */
final class FiguresOfTests {
    private FiguresOfTests() {}

    /** So many calls, of 1 µs, 2 µs and so on. */
    static Figures of(int calls, Map<String, Long> outliers) {
        Histogram histogram = new Histogram(3);
        for (int i = 1; i <= calls; i++) {
            histogram.recordValue(1_000L * i);
        }
        long all = outliers.values().stream().mapToLong(Long::longValue).sum();
        return new Figures(
                "jdbc",
                "/runs/one",
                1_764_000_000_500L,
                Figures.Durations.of(histogram),
                5_000_000,
                all,
                Math.max(0, all - 1),
                outliers);
    }
}
