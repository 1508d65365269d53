package io.straggler.diagnosis.statistics;

import java.util.List;
import java.util.Optional;

/**
 * How two samples of latencies differ.
 *
 * @param basis what the intervals rest on
 * @param differences p50, p90, p99, p99.9, p99.99, the worst measurable percentile if it is another one, outlier rate, excess
 *     latency
 * @param worst the highest percentile that both sides measure; empty when they measure none
 */
public record Comparison(Basis basis, List<Difference> differences, Optional<Metric.Percentile> worst) {
    public Comparison {
        differences = List.copyOf(differences);
    }

    /**
     * Compares. The same arguments always give the same result.
     *
     * @param a what was
     * @param b what is now; differences are {@code b - a}
     * @param pairing whether fork i of one belongs to fork i of the other; then there must be as many
     * @param thresholdNs latency at and above which an iteration is an outlier, on both sides
     * @param normalNs latency that would have been normal, on both sides
     * @param seed of the resampling
     */
    public static Comparison of(Side a, Side b, Pairing pairing, long thresholdNs, long normalNs, long seed) {
        return new Comparing(a, b, pairing, thresholdNs, normalNs).compare(seed);
    }

    /** Whether any metric is. */
    public boolean measurable() {
        return basis.resamples() > 0;
    }

    /** The difference in one metric; empty when that was not compared. */
    public Optional<Difference> difference(Metric metric) {
        return differences.stream().filter(one -> one.metric().equals(metric)).findFirst();
    }
}
