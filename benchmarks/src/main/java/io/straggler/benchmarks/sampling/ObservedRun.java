package io.straggler.benchmarks.sampling;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.Straggler;
import io.straggler.StragglerOptions;
import io.straggler.StragglerResult;
import io.straggler.benchmarks.support.Checked;
import io.straggler.benchmarks.support.Figures;
import io.straggler.benchmarks.support.Tail;
import io.straggler.benchmarks.support.TemporaryFolder;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.model.SamplerMode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** One run of {@link ObserverEffectBenchmark}: {@link SeldomSlow} at a rate, sampled in one way. */
final class ObservedRun {
    /** The slow iterations take 30 µs or longer. */
    static final long THRESHOLD_NS = 25_000;

    /** The least that the trigger can be armed at on a virtual machine. */
    static final long ARM_DELAY_NS = 20_000;

    private ObservedRun() {}

    public static void main(String[] args) throws IOException {
        Sampling sampling = Sampling.valueOf(args[0]);
        int perSecond = Integer.parseInt(args[1]);
        long seconds = Long.parseLong(args[2]);
        long warmUpSeconds = Long.parseLong(args[3]);
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            Optional<CpuProfiler> profiler = sampling.profiler(folder.path().resolve("cpu.jfr"));
            StragglerOptions options = Straggler.options()
                    .rate(perSecond)
                    .warmUp(Duration.ofSeconds(warmUpSeconds))
                    .duration(Duration.ofSeconds(seconds))
                    .threshold(THRESHOLD_NS + "ns")
                    .armDelay(Duration.ofNanos(ARM_DELAY_NS))
                    .out(folder.path().resolve("run"));
            StragglerResult result =
                    Checked.measured(sampling.applyTo(options).run(new SeldomSlow(profiler)), sampling.mode());
            print(result);
            // Periodic sampling works through the warm-up too; the triggered one takes next to nothing there.
            double paced = sampling.mode() == SamplerMode.TRIGGERED ? seconds : seconds + warmUpSeconds;
            long taken = profiler.map(CpuProfiler::taken)
                    .orElseGet(() -> result.run().sampler().capturesTaken());
            Figures.print("stacksPerSecond", taken / paced);
        }
    }

    private static void print(StragglerResult result) {
        Tail.of(result.histogram("latency")).print();
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
