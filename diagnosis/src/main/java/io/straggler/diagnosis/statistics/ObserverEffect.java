package io.straggler.diagnosis.statistics;

import io.straggler.model.LatencyCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Effect of sampling on the sampled run: iterations of blocks of time with the sampler off against the others of the
 * same run. Both were measured at the same time, so their periods are resampled together.
 *
 * @param differences p50, p99 and p99.9: {@code a} while the sampler was off, {@code b} while it watched
 * @param periods how many periods of time were resampled
 * @param periodNs how long the shortest was
 * @param outliers outliers while the sampler was off, which are counted and not explained; never fewer than there were
 */
public record ObserverEffect(List<Difference> differences, int periods, long periodNs, long outliers) {
    /** A period this long holds blocks of both kinds, and outlasts most of what one stall does. */
    private static final long SHORTEST_NS = 1_000_000_000;

    /** Approximate number of periods that are resampled; more would hardly make the result more certain. */
    private static final int MOST = 60;

    /** Smallest number of periods with which an effect is estimated. */
    private static final int LEAST = 8;

    private static final List<Metric> METRICS =
            List.of(new Metric.Percentile(50), new Metric.Percentile(99), new Metric.Percentile(99.9));

    public ObserverEffect {
        differences = List.copyOf(differences);
    }

    /**
     * Compares.
     *
     * @param unsampled latencies of the blocks in which the sampler was off, of every JVM
     * @param watched the other latencies of the same periods, of the same JVMs
     * @param outliers outliers while the sampler was off
     * @return empty if that is too little to tell, or the sampler was never off
     */
    public static Optional<ObserverEffect> of(List<Fork> unsampled, List<Fork> watched, long outliers, long seed) {
        if (unsampled.stream().flatMap(fork -> fork.periods().stream()).allMatch(counts -> counts.total() == 0)) {
            return Optional.empty();
        }
        List<Fork> a = new ArrayList<>();
        List<Fork> b = new ArrayList<>();
        long totalNs = unsampled.stream().mapToLong(Fork::lengthNs).sum();
        long wantedNs = Math.max(SHORTEST_NS, totalNs / MOST);
        for (int fork = 0; fork < unsampled.size(); fork++) {
            cut(unsampled.get(fork), wantedNs, a);
            cut(watched.get(fork), wantedNs, b);
        }
        if (a.size() < LEAST) {
            return Optional.empty();
        }
        Comparison comparison = Comparison.of(
                new Side("unsampled", a), new Side("sampled", b), Pairing.PAIRED, Long.MAX_VALUE, 0, seed);
        List<Difference> differences = METRICS.stream()
                .flatMap(metric -> comparison.difference(metric).stream())
                .toList();
        return Optional.of(new ObserverEffect(
                differences,
                a.size(),
                a.stream().mapToLong(Fork::lengthNs).min().orElse(0),
                outliers));
    }

    /** Cuts a fork into parts of at least a length; what is left at the end goes to the last. */
    private static void cut(Fork fork, long wantedNs, List<Fork> parts) {
        int each = (int) Math.max(1, (wantedNs + fork.periodNs() - 1) / fork.periodNs());
        int count = Math.max(1, fork.periods().size() / each);
        for (int i = 0; i < count; i++) {
            List<LatencyCounts> part = fork.periods()
                    .subList(i * each, i + 1 == count ? fork.periods().size() : (i + 1) * each);
            parts.add(new Fork(fork.name() + ", part " + i, part, fork.periodNs()));
        }
    }
}
