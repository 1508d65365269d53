package io.straggler.benchmarks.pacing;

import io.straggler.Straggler;
import io.straggler.StragglerResult;
import io.straggler.benchmarks.support.Checked;
import io.straggler.benchmarks.support.Figures;
import io.straggler.benchmarks.support.TemporaryFolder;
import io.straggler.harness.schedule.Schedule;
import io.straggler.model.RunOutcome;
import io.straggler.model.SamplerMode;
import java.io.IOException;
import java.time.Duration;

/**
 * Straggler's side of {@link PacingCostBenchmark}: series, cell, busy periods, recording and armed sampler.
 *
 * <p>The threshold is an hour, because behind an unreachable schedule every iteration would be an outlier.
 */
final class PacingCostOfStraggler {
    private static final double UNREACHABLE_PER_SECOND = 1e9;

    private PacingCostOfStraggler() {}

    public static void main(String[] args) throws IOException {
        long iterations = Long.parseLong(args[0]);
        try (TemporaryFolder folder = TemporaryFolder.create()) {
            StragglerResult result = Checked.measured(
                    Straggler.options()
                            .schedule(Schedule.uniform(UNREACHABLE_PER_SECOND))
                            .warmUp(Duration.ofSeconds(Long.parseLong(args[1])))
                            .count(iterations)
                            .threshold("1h")
                            .armDelay(Duration.ofNanos(20_000))
                            .out(folder.path())
                            .run(intendedNs -> {}),
                    SamplerMode.TRIGGERED);
            RunOutcome outcome = result.run().runs().get(0);
            if (outcome.iterations() != iterations) {
                throw new IllegalStateException("run must have " + iterations + " iterations: " + outcome);
            }
            Figures.print("nsPerIteration", 1e9 / outcome.achievedPerSecond());
        }
    }
}
