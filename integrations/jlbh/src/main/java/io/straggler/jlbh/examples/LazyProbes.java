package io.straggler.jlbh.examples;

import java.util.HashMap;
import java.util.Map;
import net.openhft.chronicle.core.util.NanoSampler;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHResult;
import net.openhft.chronicle.jlbh.JLBHResultConsumer;
import net.openhft.chronicle.jlbh.JLBHTask;
import net.openhft.chronicle.jlbh.TeamCityHelper;

/** Formats numbers of growing size: a probe per number of digits, added when the first such number comes, and a result consumer. */
public final class LazyProbes implements JLBHTask {
    private static final int ITERATIONS = 10_000;

    private final Map<Integer, NanoSampler> probes = new HashMap<>();
    private final StringBuilder text = new StringBuilder();
    private JLBH jlbh;
    private long number;

    public static void main(String[] args) {
        JLBHResultConsumer results = JLBHResultConsumer.newThreadSafeInstance();
        new JLBH(
                        new JLBHOptions()
                                .throughput(10_000)
                                .warmUpIterations(10_000)
                                .iterations(ITERATIONS)
                                .runs(2)
                                .recordOSJitter(false)
                                .acquireLock(() -> null)
                                .jlbhTask(new LazyProbes()),
                        System.out,
                        results)
                .start();
        JLBHResult result = results.get();
        System.out.println("p99 of the last run: "
                + result.endToEnd().summaryOfLastRun().get99thPercentile().toNanos() + " ns, probes: "
                + result.probeNames().size());
    }

    @Override
    public void init(JLBH harness) {
        jlbh = harness;
    }

    @Override
    public void run(long startTimeNs) {
        long beforeNs = System.nanoTime();
        text.setLength(0);
        text.append(number++);
        probes.computeIfAbsent(text.length(), digits -> jlbh.addProbe(digits + " digits"))
                .sampleNanos(System.nanoTime() - beforeNs);
        jlbh.sample(System.nanoTime() - startTimeNs);
    }

    @Override
    public void complete() {
        TeamCityHelper.teamCityStatsLastRun("format", jlbh, ITERATIONS, System.out);
    }
}
