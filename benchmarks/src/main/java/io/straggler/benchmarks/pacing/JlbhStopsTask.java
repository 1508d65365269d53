package io.straggler.benchmarks.pacing;

import io.straggler.benchmarks.support.Figures;
import io.straggler.benchmarks.support.JlbhRun;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHResult;
import net.openhft.chronicle.jlbh.JLBHTask;

/**
 * Both sides of {@link JlbhStopsBenchmark}: a benchmark for JLBH, which knows nothing of Straggler. Percentiles are what a result
 * consumer gets; shares, which JLBH does not have, the task counts of what it samples.
 */
final class JlbhStopsTask implements JLBHTask {
    static final String ITERATIONS = "stops.iterations";

    private static final int WARM_UP_ITERATIONS = 1_000_000;

    private final long[] above = new long[TruthBenchmark.LIMITS_MS.length];
    private JLBH jlbh;
    private boolean measuring;
    private long startedNs;

    private JlbhStopsTask() {}

    public static void main(String[] args) {
        long iterations = Long.getLong(ITERATIONS);
        JlbhStopsTask task = new JlbhStopsTask();
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
        startedNs = System.nanoTime();
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

    @Override
    public void runComplete() {
        Figures.print("seconds", (System.nanoTime() - startedNs) / 1e9);
    }
}
