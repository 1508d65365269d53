package io.straggler.benchmarks.pacing;

import io.straggler.Straggler;
import io.straggler.StragglerResult;
import io.straggler.benchmarks.support.Checked;
import io.straggler.benchmarks.support.Figures;
import io.straggler.benchmarks.support.TemporaryFolder;
import io.straggler.harness.Task;
import io.straggler.model.SamplerMode;
import java.io.IOException;
import java.time.Duration;
import org.HdrHistogram.Histogram;

/** Straggler's side of {@link TruthBenchmark}, with everything on. */
final class StoppedStraggler implements Task {
    private StoppedStraggler() {}

    public static void main(String[] args) throws IOException {
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            StragglerResult result = Checked.measured(
                    Straggler.options()
                            .rate(TruthBenchmark.PER_SECOND)
                            .warmUp(Duration.ofSeconds(2))
                            .duration(Duration.ofSeconds(Long.parseLong(args[0])))
                            .threshold("1ms")
                            .out(folder.path())
                            .run(new StoppedStraggler()),
                    SamplerMode.TRIGGERED);
            Histogram latency = result.histogram("latency");
            for (long limitMs : TruthBenchmark.LIMITS_MS) {
                // Above the values that the histogram cannot tell from the limit.
                long aboveNs = latency.nextNonEquivalentValue(limitMs * 1_000_000);
                long above = latency.getMaxValue() < aboveNs
                        ? 0
                        : latency.getCountBetweenValues(aboveNs, latency.getMaxValue());
                Figures.print("above" + limitMs, (double) above / latency.getTotalCount());
            }
            Figures.print("p99Ns", latency.getValueAtPercentile(99));
            Figures.print("worstNs", latency.getMaxValue());
        }
    }

    @Override
    public void warmedUp() {
        System.out.println(TruthBenchmark.MEASURING);
    }

    @Override
    public void run(long intendedNs) {}
}
