package io.straggler.benchmarks;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.Straggler;
import io.straggler.StragglerOptions;
import io.straggler.StragglerResult;
import io.straggler.diagnosis.DiagnosedOutlier;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** One run of {@link ObserverEffectBenchmark}: {@link SeldomSlow} at 20,000/s, sampled in one way. */
final class ObservedRun {
    private static final long THRESHOLD_NS = 15_000;

    private ObservedRun() {}

    public static void main(String[] args) throws IOException {
        Sampling sampling = Sampling.valueOf(args[0]);
        long seconds = Long.parseLong(args[1]);
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            Optional<CpuProfiler> profiler = sampling.profiler(folder.path().resolve("cpu.jfr"));
            SeldomSlow task = new SeldomSlow(profiler);
            StragglerOptions options = Straggler.options()
                    .rate(20_000)
                    .warmUp(Duration.ofSeconds(warmUpSeconds(seconds)))
                    .duration(Duration.ofSeconds(seconds))
                    .threshold(THRESHOLD_NS + "ns")
                    .armDelay(Duration.ofNanos(5_000))
                    .out(folder.path().resolve("run"));
            StragglerResult result = Checked.measured(sampling.applyTo(options).run(task), sampling.mode());
            if (task.kept() == 0) {
                throw new IllegalStateException("work must have been done");
            }
            print(result);
            Figures.print(
                    "stacksPerSecond",
                    profiler.isPresent()
                            ? (double) profiler.get().taken() / (seconds + warmUpSeconds(seconds))
                            : stacks(result, seconds));
        }
    }

    private static long warmUpSeconds(long seconds) {
        return Math.max(1, seconds / 3);
    }

    /** The continuous sampler works through the warm-up too, the triggered one takes next to nothing there. */
    private static double stacks(StragglerResult result, long seconds) {
        long paced = seconds
                + switch (result.run().sampler().mode()) {
                    case CONTINUOUS -> warmUpSeconds(seconds);
                    default -> 0;
                };
        return (double) result.run().sampler().capturesTaken() / paced;
    }

    private static void print(StragglerResult result) {
        Histogram latency = result.histogram("latency");
        Figures.print("p50Ns", latency.getValueAtPercentile(50));
        Figures.print("p99Ns", latency.getValueAtPercentile(99));
        Figures.print("p99.9Ns", latency.getValueAtPercentile(99.9));
        // Not the ones that only waited behind others: there is nothing to be seen in those.
        List<DiagnosedOutlier> slow =
                Analysis.of(new RunFolder(result.folder().orElseThrow())).conclusions().diagnosis().outliers().stream()
                        .filter(one -> one.outlier().iteration().serviceNs() >= THRESHOLD_NS)
                        .toList();
        long withStack = slow.stream().filter(one -> !one.stacks().isEmpty()).count();
        Figures.print("slow", slow.size());
        Figures.print("shareWithStack", (double) withStack / Math.max(1, slow.size()));
    }
}
