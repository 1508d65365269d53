package io.straggler.compare;

import io.straggler.compare.result.ComparedRuns;
import io.straggler.diagnosis.statistics.Comparison;
import io.straggler.diagnosis.statistics.Pairing;

/** Compares what was read. */
public final class RunComparison {
    private RunComparison() {}

    /**
     * Compares two sides.
     *
     * @param ending what {@link ComparedRuns#ending} says
     * @param seed of the resampling
     * @throws IncomparableException if that would mean nothing
     */
    public static ComparedRuns of(RunSet a, RunSet b, Tasks tasks, String ending, long seed) {
        Comparability.requireComparable(a.side().run(), b.side().run(), tasks);
        Pairing pairing = InterleavedRuns.pairing(a, b);
        long thresholdNs = a.side().run().thresholdNs();
        Comparison comparison = Comparison.of(a.latencies(), b.latencies(), pairing, thresholdNs, a.normalNs(), seed);
        boolean same = a.side().run().task().equals(b.side().run().task());
        return new ComparedRuns(
                same ? a.side() : a.side().ofTheTask(),
                same ? b.side() : b.side().ofTheTask(),
                pairing,
                comparison,
                thresholdNs,
                Comparability.differences(a.side().run(), b.side().run()),
                ending);
    }
}
