package io.straggler.diagnosis.statistics;

import io.straggler.model.LatencyCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Sides for tests: written out, or generated with forks that differ and neighbours that have something in common. */
final class Sides {
    static final long PERIOD_NS = 100_000_000;
    static final long THRESHOLD_NS = 30_000;
    static final long NORMAL_NS = 10_000;

    private Sides() {}

    /** Generates: forks of 40 periods of 250 iterations, with a median of 10 µs and a p99 of about 26 µs. */
    static Side generated(int forks, double forkSpread, double factor, long seed) {
        return generated(forks, 40, forkSpread, 0, factor, seed);
    }

    /** @param kept correlation of neighbouring periods, 0 to 1 */
    static Side generated(int forks, int periods, double forkSpread, double kept, double factor, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Fork> generated = new ArrayList<>();
        for (int i = 0; i < forks; i++) {
            double pace = 10_000 * Math.exp(forkSpread * random.nextGaussian());
            double swing = random.nextGaussian();
            List<LatencyCounts> all = new ArrayList<>();
            for (int s = 0; s < periods; s++) {
                swing = kept * swing + Math.sqrt(1 - kept * kept) * random.nextGaussian();
                TreeMap<Long, Long> counts = new TreeMap<>();
                for (int k = 0; k < 250; k++) {
                    double latencyNs = pace * Math.exp(0.1 * swing + 0.4 * random.nextGaussian()) * factor;
                    counts.merge(bucketNs((long) latencyNs), 1L, Long::sum);
                }
                all.add(counts(counts));
            }
            generated.add(new Fork("fork " + i, all, PERIOD_NS));
        }
        return new Side("generated", generated);
    }

    /** The end of a bucket of three significant digits. */
    private static long bucketNs(long latencyNs) {
        int shift = Math.max(0, 53 - Long.numberOfLeadingZeros(latencyNs));
        return ((latencyNs >> shift) + 1 << shift) - 1;
    }

    static LatencyCounts counts(TreeMap<Long, Long> counts) {
        return new LatencyCounts(
                counts.keySet().stream().mapToLong(x -> x).toArray(),
                counts.values().stream().mapToLong(x -> x).toArray());
    }

    /** The same latencies in every interval of every fork: {@code count} of each value. */
    static Side written(int forks, int periods, long count, long... valuesNs) {
        long[] counts = LongStream.generate(() -> count).limit(valuesNs.length).toArray();
        LatencyCounts period = new LatencyCounts(valuesNs, counts);
        return side(
                "written",
                forks,
                IntStream.range(0, periods).mapToObj(i -> period).toList());
    }

    static Side side(String label, int forks, List<LatencyCounts> periods) {
        return new Side(
                label,
                IntStream.range(0, forks)
                        .mapToObj(i -> new Fork(label + i, periods, PERIOD_NS))
                        .toList());
    }

    /** Every latency changed. */
    static Side mapped(Side side, LongUnaryOperator change) {
        return new Side(
                side.label(),
                side.forks().stream()
                        .map(fork -> new Fork(
                                fork.name(),
                                fork.periods().stream()
                                        .map(period -> new LatencyCounts(
                                                LongStream.of(period.valuesNs())
                                                        .map(change)
                                                        .toArray(),
                                                period.counts()))
                                        .toList(),
                                fork.periodNs()))
                        .toList());
    }

    static Comparison compare(Side a, Side b, Pairing pairing) {
        return Comparison.of(a, b, pairing, THRESHOLD_NS, NORMAL_NS, 1);
    }

    static Difference percentile(Comparison comparison, double percentile) {
        return comparison.difference(new Metric.Percentile(percentile)).orElseThrow();
    }

    static Difference outlierRate(Comparison comparison) {
        return comparison.difference(new Metric.OutlierRate(THRESHOLD_NS)).orElseThrow();
    }
}
