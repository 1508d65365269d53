package io.straggler.compare.recorded;

import io.straggler.diagnosis.statistics.Fork;
import io.straggler.model.LatencyCounts;
import io.straggler.model.Percentiles;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Percentiles as a file has them: one observation of each.
 *
 * @param rows nanoseconds by percentile, 0 to 100
 * @param shape what lies between the rows
 * @param count how many latencies it sums up; empty if the file does not say
 */
public record PercentileTable(NavigableMap<Double, Long> rows, Shape shape, OptionalLong count) {
    /** What lies between the rows. */
    public enum Shape {
        /** Nothing is known of it. */
        POINTS,
        /** So little that the next row stands for it. */
        CURVE
    }

    /** Percentiles are read from decimals, and 0.999 times a hundred is not exactly 99.9. */
    private static final double SLACK = 1e-9;

    public PercentileTable {
        rows = Collections.unmodifiableNavigableMap(new TreeMap<>(rows));
    }

    /** The table of latencies that are at hand. */
    static PercentileTable of(List<Fork> forks) {
        TreeMap<Long, Long> merged = new TreeMap<>();
        for (Fork fork : forks) {
            for (LatencyCounts period : fork.periods()) {
                for (int i = 0; i < period.counts().length; i++) {
                    merged.merge(period.valuesNs()[i], period.counts()[i], Long::sum);
                }
            }
        }
        long total = merged.values().stream().mapToLong(Long::longValue).sum();
        TreeMap<Double, Long> rows = new TreeMap<>();
        long below = 0;
        for (var bucket : merged.entrySet()) {
            below += bucket.getValue();
            rows.putIfAbsent(100.0 * below / total, bucket.getKey());
        }
        return new PercentileTable(rows, Shape.CURVE, OptionalLong.of(total));
    }

    /** The same with other rows for some percentiles. */
    PercentileTable with(Map<Double, Long> some) {
        TreeMap<Double, Long> all = new TreeMap<>(rows);
        all.putAll(some);
        return new PercentileTable(all, shape, count);
    }

    /** The value at a percentile; empty if it has none, or if fewer than ten latencies lie above. */
    OptionalLong at(double percentile) {
        if (count.isPresent() && !Percentiles.measurable(percentile, count.getAsLong())) {
            return OptionalLong.empty();
        }
        var row = rows.ceilingEntry(percentile - SLACK);
        return row == null || shape == Shape.POINTS && row.getKey() > percentile + SLACK
                ? OptionalLong.empty()
                : OptionalLong.of(row.getValue());
    }

    /** The longest latency; empty if the file does not say. */
    OptionalLong worstNs() {
        Long worst = rows.get(100.0);
        return worst == null ? OptionalLong.empty() : OptionalLong.of(worst);
    }
}
