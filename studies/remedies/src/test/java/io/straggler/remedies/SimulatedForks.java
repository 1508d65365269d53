package io.straggler.remedies;

import io.straggler.diagnosis.statistics.Fork;
import io.straggler.model.LatencyCounts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** JVMs that differ from each other by chance: each has a pace of its own, and a round has one that its JVMs share. */
final class SimulatedForks {
    private static final int PERIODS = 20;
    private static final int ITERATIONS = 100;
    private static final long PERIOD_NS = 100_000_000;

    private final SplittableRandom random;
    private final double spread;
    private double ofRound;

    /** @param spread standard deviation of the logarithm of a JVM's pace */
    SimulatedForks(long seed, double spread) {
        this.random = new SplittableRandom(seed);
        this.spread = spread;
    }

    /** Begins a round: the machine has a pace of its own. */
    void round() {
        ofRound = spread * random.nextGaussian();
    }

    /** A JVM whose latencies are those of a usual one, times a factor. */
    Fork fork(double factor) {
        double pace = 10_000 * factor * Math.exp(ofRound + spread * random.nextGaussian());
        List<LatencyCounts> periods = new ArrayList<>();
        for (int period = 0; period < PERIODS; period++) {
            long[] latenciesNs = new long[ITERATIONS];
            for (int i = 0; i < ITERATIONS; i++) {
                // Of Pareto's tail, as pauses have.
                latenciesNs[i] = (long) (pace * Math.pow(random.nextDouble(), -0.4));
            }
            Arrays.sort(latenciesNs);
            periods.add(LatencyCounts.of(latenciesNs));
        }
        return new Fork("simulated", periods, PERIOD_NS);
    }
}
