package io.straggler.benchmarks;

import io.straggler.harness.Task;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * About 5 µs of work, and in one iteration of 300 some 60 to 2,000 µs in {@link #burn}, log-uniform; the same ones for the same
 * seed. It remembers which iterations these were.
 */
final class SeldomLong implements Task {
    /** The method that the stacks of the long iterations have to show. */
    static final String KNOWN_METHOD = SeldomLong.class.getName() + ".burn";

    private static final int USUAL_ROUNDS = 3_000;
    private static final double SHORTEST_ROUNDS = 40_000;
    private static final double LONGEST_ROUNDS = 1_300_000;
    private static final int ONE_IN = 300;

    private final SplittableRandom random;
    private final Set<Long> burned = new HashSet<>(1 << 16);
    private long kept;

    SeldomLong(long seed) {
        random = new SplittableRandom(seed);
    }

    @Override
    public void run(long intendedNs) {
        kept += Work.rounds(intendedNs, USUAL_ROUNDS);
        if (random.nextInt(ONE_IN) == 0) {
            burned.add(intendedNs);
            burn(intendedNs);
        }
    }

    private void burn(long intendedNs) {
        double rounds = SHORTEST_ROUNDS * Math.pow(LONGEST_ROUNDS / SHORTEST_ROUNDS, random.nextDouble());
        kept += Work.rounds(intendedNs, (int) rounds);
    }

    /** Whether the iteration with this tag was a long one on purpose. Not before the run is over. */
    boolean burned(long intendedNs) {
        return burned.contains(intendedNs);
    }

    /** What the work came to: reading it is what makes it necessary. */
    long kept() {
        return kept;
    }
}
