package io.straggler.benchmarks;

import io.straggler.diagnosis.statistics.Comparison;
import io.straggler.diagnosis.statistics.Pairing;
import io.straggler.diagnosis.statistics.Side;
import java.util.List;
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

    /** Repeats it. The order and the results do not depend on how many cores there are. */
    List<Comparison> run(int times, long seed) {
        return LongStream.range(0, times)
                .parallel()
                .mapToObj(k -> run(seed * 1_000_000 + k))
                .toList();
    }
}
