package io.straggler.benchmarks.pacing;

import io.straggler.benchmarks.support.Figures;
import io.straggler.benchmarks.support.JlbhRun;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHResult;
import net.openhft.chronicle.jlbh.JLBHTask;

/** JLBH's side of {@link TruthBenchmark}. It has percentiles but no shares, so the task counts what it hands over. */
final class StoppedJlbh implements JLBHTask {
    private static final int WARM_UP_ITERATIONS = 1_000_000;

    private final long[] above = new long[TruthBenchmark.LIMITS_MS.length];
    private JLBH jlbh;
    private boolean measuring;

    private StoppedJlbh() {}

    public static void main(String[] args) {
        StoppedJlbh task = new StoppedJlbh();
        long iterations = Long.parseLong(args[0]) * TruthBenchmark.PER_SECOND;
        JLBHResult result = new JlbhRun(task, TruthBenchmark.PER_SECOND, iterations, WARM_UP_ITERATIONS).execute();
        for (int i = 0; i < task.above.length; i++) {
            Figures.print("above" + TruthBenchmark.LIMITS_MS[i], (double) task.above[i] / iterations);
        }
        JLBHResult.RunResult run = result.endToEnd().summaryOfLastRun();
        Figures.print("p99Ns", run.get99thPercentile().toNanos());
        Figures.print("worstNs", run.getWorst().toNanos());
    }

    @Override
    public void init(JLBH harness) {
        jlbh = harness;
    }

    @Override
    public void warmedUp() {
        measuring = true;
        System.out.println(TruthBenchmark.MEASURING);
    }

    @Override
    public void run(long startTimeNs) {
        long latencyNs = System.nanoTime() - startTimeNs;
        if (measuring) {
            count(latencyNs);
        }
        jlbh.sample(latencyNs);
    }

    private void count(long latencyNs) {
        for (int i = 0; i < above.length; i++) {
            if (latencyNs > TruthBenchmark.LIMITS_MS[i] * 1_000_000) {
                above[i]++;
            }
        }
    }
}
