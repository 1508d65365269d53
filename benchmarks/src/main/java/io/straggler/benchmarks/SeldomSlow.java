package io.straggler.benchmarks;

import io.straggler.harness.Harness;
import io.straggler.harness.Task;
import java.util.Optional;
import java.util.SplittableRandom;

/** About 0.7 µs of work, and in one iteration of 500 some 30 to 60 µs; the same iterations every time. */
final class SeldomSlow implements Task {
    private static final int USUAL_ROUNDS = 400;
    private static final int SLOW_ROUNDS = 20_000;
    private static final int ONE_IN = 500;

    private final Optional<CpuProfiler> profiler;
    private final SplittableRandom random = new SplittableRandom(7);
    private long kept;

    /** @param profiler runs from before the warm-up to after the last iteration */
    SeldomSlow(Optional<CpuProfiler> profiler) {
        this.profiler = profiler;
    }

    @Override
    public void setUp(Harness harness) {
        profiler.ifPresent(CpuProfiler::start);
    }

    @Override
    public void run(long intendedNs) {
        boolean slow = random.nextInt(ONE_IN) == 0;
        kept += Work.rounds(intendedNs, slow ? SLOW_ROUNDS + random.nextInt(SLOW_ROUNDS) : USUAL_ROUNDS);
    }

    /** Right after the last iteration, so that the writing of files is not sampled. */
    @Override
    public void tearDown() {
        profiler.ifPresent(CpuProfiler::stop);
    }

    /** What the work came to: reading it is what makes it necessary. */
    long kept() {
        return kept;
    }
}
