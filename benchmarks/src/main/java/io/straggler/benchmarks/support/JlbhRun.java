package io.straggler.benchmarks.support;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHResult;
import net.openhft.chronicle.jlbh.JLBHTask;

/**
 * One run of JLBH, set up as we run ourselves: one run, no core bound, and no jitter thread, which at its own settings would keep a
 * core busy. Its tables are not printed.
 */
public record JlbhRun(JLBHTask task, int perSecond, long iterations, int warmUpIterations) {
    public JLBHResult execute() {
        JLBHOptions options = new JLBHOptions()
                .throughput(perSecond)
                .iterations(iterations)
                .warmUpIterations(warmUpIterations)
                .runs(1)
                .skipFirstRun(false)
                .accountForCoordinatedOmission(true)
                .recordOSJitter(false)
                .acquireLock(() -> null)
                .jlbhTask(task);
        JLBHResult[] result = new JLBHResult[1];
        new JLBH(
                        options,
                        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
                        done -> result[0] = done)
                .start();
        return result[0];
    }
}
