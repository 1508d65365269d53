package io.straggler.benchmarks.pacing;

import io.straggler.benchmarks.support.Figures;
import io.straggler.benchmarks.support.JlbhRun;
import java.lang.management.ManagementFactory;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHTask;

/**
 * Both sides of {@link JlbhCostBenchmark}: a benchmark for JLBH, which knows nothing of Straggler. Its task reports its latency,
 * which is all that it does.
 */
final class JlbhCostTask implements JLBHTask {
    static final String ITERATIONS = "cost.iterations";
    static final String WARM_UP = "cost.warmUpIterations";

    private static final int UNREACHABLE_PER_SECOND = 1_000_000_000;

    private JLBH jlbh;
    private long warmedUpNs;
    private long completeNs;
    private long warmedUpCpuNs;
    private long completeCpuNs;

    private JlbhCostTask() {}

    public static void main(String[] args) {
        long iterations = Long.getLong(ITERATIONS);
        JlbhCostTask task = new JlbhCostTask();
        new JlbhRun(task, UNREACHABLE_PER_SECOND, iterations, Integer.getInteger(WARM_UP)).execute();
        Figures.print("nsPerIteration", (double) (task.completeNs - task.warmedUpNs) / iterations);
        Figures.print("cpuNsPerIteration", (double) (task.completeCpuNs - task.warmedUpCpuNs) / iterations);
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
        warmedUpCpuNs = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        warmedUpNs = System.nanoTime();
    }

    @Override
    public void runComplete() {
        completeNs = System.nanoTime();
        completeCpuNs = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
