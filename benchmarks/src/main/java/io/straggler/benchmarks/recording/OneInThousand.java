package io.straggler.benchmarks.recording;

import io.straggler.benchmarks.support.Work;
import io.straggler.harness.Task;
import java.util.SplittableRandom;

/**
 * About 0.7 µs of work and a little garbage; one iteration in 6,500 works for 250 µs. At 100,000/s with a threshold of 200 µs each
 * of these makes outliers of the five or so behind it, so about 0.1% of the iterations are outliers.
 */
public final class OneInThousand implements Task {
    private static final int USUAL_ROUNDS = 400;
    private static final int SLOW_ROUNDS = 140_000;
    private static final int ONE_IN = 6_500;

    private final SplittableRandom random = new SplittableRandom(7);
    private byte[] garbage;
    private long kept;

    @Override
    public void run(long intendedNs) {
        garbage = new byte[64 + random.nextInt(64)];
        garbage[0] = (byte) kept;
        kept += garbage[0] + Work.rounds(intendedNs, random.nextInt(ONE_IN) == 0 ? SLOW_ROUNDS : USUAL_ROUNDS);
    }
}
