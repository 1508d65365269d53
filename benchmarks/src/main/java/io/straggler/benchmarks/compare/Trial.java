package io.straggler.benchmarks.compare;

import io.straggler.compare.StoppingRule;
import io.straggler.diagnosis.statistics.Comparison;
import io.straggler.diagnosis.statistics.Difference;
import io.straggler.diagnosis.statistics.Metric;
import io.straggler.diagnosis.statistics.Pairing;
import io.straggler.diagnosis.statistics.Side;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * A generated comparison that is repeated with other random numbers.
 *
 * @param name of the case in tables
 * @param a law of the first side
 * @param b law of the second
 * @param forks of either
 * @param pairing of the forks
 */
record Trial(String name, LatencyLaw a, LatencyLaw b, int forks, Pairing pairing) {
    /** From which on an iteration counts as an outlier: about p99.8 of the laws here. */
    static final long THRESHOLD_NS = 50_000;

    static final long NORMAL_NS = 10_000;

    /** The same law on both sides. */
    static Trial ofNothing(String name, LatencyLaw law, int forks, Pairing pairing) {
        return new Trial(name, law, law, forks, pairing);
    }

    /** The second side is slower by a factor. */
    static Trial of(String name, LatencyLaw law, double factor, int forks, Pairing pairing) {
        return new Trial(name, law, law.times(factor), forks, pairing);
    }

    Comparison run(long seed) {
        Side before = GeneratedLatencies.side("A", a, forks, 2 * seed, seed);
        Side after = GeneratedLatencies.side("B", b, forks, 2 * seed + 1, seed);
        return Comparison.of(before, after, pairing, THRESHOLD_NS, NORMAL_NS, seed);
    }

    /** As {@code ab} does it: two pairs more, until the interval of p99 is narrow enough or there are no more. */
    private Comparison runUntilNarrow(long seed, double precision, int leastPairs) {
        Side before = GeneratedLatencies.side("A", a, forks, 2 * seed, seed);
        Side after = GeneratedLatencies.side("B", b, forks, 2 * seed + 1, seed);
        StoppingRule rule = new StoppingRule(precision, leastPairs);
        for (int pairs = 2; ; pairs += 2) {
            Comparison comparison = Comparison.of(
                    new Side("A", before.forks().subList(0, pairs)),
                    new Side("B", after.forks().subList(0, pairs)),
                    pairing,
                    THRESHOLD_NS,
                    NORMAL_NS,
                    seed);
            if (pairs == forks
                    || rule.looks(pairs)
                            && rule.enough(
                                    pairs,
                                    comparison
                                            .difference(new Metric.Percentile(99))
                                            .flatMap(Difference::relative))) {
                return comparison;
            }
        }
    }

    List<Comparison> runUntilNarrow(int times, long seed, double precision, int leastPairs) {
        return repeated(times, seed, each -> runUntilNarrow(each, precision, leastPairs));
    }

    /** Repeats it. The order and the results do not depend on how many cores there are. */
    List<Comparison> run(int times, long seed) {
        return repeated(times, seed, this::run);
    }

    private static List<Comparison> repeated(int times, long seed, LongFunction<Comparison> once) {
        return LongStream.range(0, times)
                .parallel()
                .mapToObj(k -> once.apply(seed * 1_000_000 + k))
                .toList();
    }
}
