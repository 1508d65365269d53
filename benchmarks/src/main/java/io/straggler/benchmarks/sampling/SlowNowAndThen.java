package io.straggler.benchmarks.sampling;

import io.straggler.benchmarks.support.Work;
import java.util.SplittableRandom;

/**
 * About 0.7 µs of work, and in one iteration of 500 some 30 to 60 µs, on the core; the same iterations every time, counted from
 * {@link #restart}.
 */
final class SlowNowAndThen {
    /** Names how many iterations there are to each slow one. */
    static final String ONE_IN = "slow.oneIn";

    static final int USUAL_ONE_IN = 500;

    private static final int USUAL_ROUNDS = 400;
    private static final int SLOW_ROUNDS = 20_000;
    private static final long SEED = 7;

    private final int oneIn = Integer.getInteger(ONE_IN, USUAL_ONE_IN);
    private SplittableRandom random;
    private long kept;

    SlowNowAndThen() {
        restart();
    }

    /** From the first iteration again, so that all measured runs have the same, however long they warmed up. */
    void restart() {
        random = new SplittableRandom(SEED);
    }

    void work(long intendedNs) {
        boolean slow = random.nextInt(oneIn) == 0;
        kept += Work.rounds(intendedNs, slow ? SLOW_ROUNDS + random.nextInt(SLOW_ROUNDS) : USUAL_ROUNDS);
    }

    /** Throws if no work was done: reading what it came to is what makes it necessary. */
    void check() {
        if (kept == 0) {
            throw new IllegalStateException("work must have been done");
        }
    }
}
