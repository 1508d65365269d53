package io.straggler.agent.inside.metrics;

import java.util.Map;
import org.HdrHistogram.Histogram;

/** Metrics of a session as there may be one. */
final class MetricValuesOfTests {
    private MetricValuesOfTests() {}

    /** The same with what the calls of two methods took: of one nothing but the longest is known. */
    static MetricValues byMethod() {
        MetricValues all = of(2_000, Map.of());
        return new MetricValues(
                all.iterations(),
                all.sinceEpochMs(),
                all.calls(),
                Map.of(
                        "a.B.d",
                        of(1_000, Map.of()).calls(),
                        "a.B.c",
                        of(5, Map.of()).calls()),
                all.thresholdNs(),
                0,
                0,
                Map.of(),
                Map.of());
    }

    /** So many calls, of 1 µs, 2 µs and so on. */
    static MetricValues of(int calls, Map<String, Long> outliers) {
        Histogram histogram = new Histogram(3);
        for (int i = 1; i <= calls; i++) {
            histogram.recordValue(1_000L * i);
        }
        long all = outliers.values().stream().mapToLong(Long::longValue).sum();
        return new MetricValues(
                "jdbc",
                1_764_000_000_500L,
                MetricValues.Durations.of(histogram),
                Map.of(),
                5_000_000,
                all,
                Math.max(0, all - 1),
                outliers,
                Map.of());
    }

    /** Two outliers, of which one is part of a trace. */
    static MetricValues traced() {
        MetricValues all = of(2_000, Map.of("a.B.c", 1L, "a.B.d", 1L));
        return new MetricValues(
                all.iterations(),
                all.sinceEpochMs(),
                all.calls(),
                Map.of(),
                all.thresholdNs(),
                2,
                2,
                all.outliersByMethod(),
                Map.of(
                        "a.B.d",
                        new MetricValues.Exemplar("4bf92f3577b34da6a3ce929d0e0e4736", 43_000_000, 1_764_000_001_250L)));
    }
}
