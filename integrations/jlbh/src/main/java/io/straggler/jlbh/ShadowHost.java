package io.straggler.jlbh;

import io.straggler.jlbh.shadow.BenchmarkHost;
import io.straggler.jlbh.shadow.HostedBenchmark;
import java.io.PrintStream;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHResult;
import net.openhft.chronicle.jlbh.JLBHResult.ProbeResult;

/** Puts a {@link Hosting} behind each JLBH that a benchmark makes. */
public final class ShadowHost implements BenchmarkHost<JLBH, JLBHOptions, JLBHResult, ProbeResult> {
    @Override
    public HostedBenchmark<JLBH> host(
            JLBHOptions options,
            PrintStream out,
            Function<List<double[]>, ProbeResult> results,
            Consumer<JLBHResult> consumer) {
        return new Hosting(JlbhSettings.of(options), out, results, consumer);
    }
}
