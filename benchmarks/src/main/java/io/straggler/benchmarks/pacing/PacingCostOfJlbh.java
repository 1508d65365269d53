package io.straggler.benchmarks.pacing;

import io.straggler.benchmarks.support.Figures;
import io.straggler.benchmarks.support.JlbhRun;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHTask;

/** JLBH's side of {@link PacingCostBenchmark}: the task reports its latency, which is all that it does. */
final class PacingCostOfJlbh implements JLBHTask {
    private static final int UNREACHABLE_PER_SECOND = 1_000_000_000;

    /** At about 50 ns an iteration this takes as long as the other side's warm-up. */
    private static final int WARM_UP_ITERATIONS_PER_SECOND = 20_000_000;

    private JLBH jlbh;
    private long warmedUpNs;
    private long completeNs;

    private PacingCostOfJlbh() {}

    public static void main(String[] args) {
        long iterations = Long.parseLong(args[0]);
        PacingCostOfJlbh task = new PacingCostOfJlbh();
        int warmUpIterations = Math.multiplyExact(Integer.parseInt(args[1]), WARM_UP_ITERATIONS_PER_SECOND);
        new JlbhRun(task, UNREACHABLE_PER_SECOND, iterations, warmUpIterations).execute();
        Figures.print("nsPerIteration", (double) (task.completeNs - task.warmedUpNs) / iterations);
    }

    @Override
    public void init(JLBH harness) {
        jlbh = harness;
    }

    @Override
    public void run(long startTimeNs) {
        jlbh.sample(System.nanoTime() - startTimeNs);
    }

    @Override
    public void warmedUp() {
        warmedUpNs = System.nanoTime();
    }

    @Override
    public void runComplete() {
        completeNs = System.nanoTime();
    }
}
