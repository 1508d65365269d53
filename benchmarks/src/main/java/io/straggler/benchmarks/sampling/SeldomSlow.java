package io.straggler.benchmarks.sampling;

import io.straggler.harness.Harness;
import io.straggler.harness.Task;
import java.util.Optional;

/** {@link SlowNowAndThen} as a task. */
public final class SeldomSlow implements Task {
    private final Optional<CpuProfiler> profiler;
    private final SlowNowAndThen work = new SlowNowAndThen();

    /** For the command line. */
    public SeldomSlow() {
        this(Optional.empty());
    }

    /** @param profiler runs from before the warm-up to after the last iteration */
    SeldomSlow(Optional<CpuProfiler> profiler) {
        this.profiler = profiler;
    }

    @Override
    public void setUp(Harness harness) {
        profiler.ifPresent(CpuProfiler::start);
    }

    @Override
    public void warmedUp() {
        work.restart();
    }

    @Override
    public void run(long intendedNs) {
        work.work(intendedNs);
    }

    /** Right after the last iteration, so that the writing of files is not sampled. */
    @Override
    public void tearDown() {
        profiler.ifPresent(CpuProfiler::stop);
        work.check();
    }
}
