package io.straggler.benchmarks;

import io.straggler.Straggler;
import io.straggler.model.SamplerMode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** A run with much of everything in its recording: what {@link LargeRecording} repeats. */
final class MixedRun {
    private MixedRun() {}

    /** Writes a run folder. */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        try (TemporaryFolder beside = TemporaryFolder.create();
                MixedTask task = new MixedTask(beside.path().resolve("log"))) {
            Checked.measured(
                    Straggler.options()
                            .rate(10_000)
                            .warmUp(Duration.ofSeconds(1))
                            .duration(Duration.ofSeconds(Long.parseLong(args[1])))
                            .threshold("50us")
                            .armDelay(Duration.ofNanos(20_000))
                            .out(folder)
                            .run(task),
                    SamplerMode.TRIGGERED);
        }
    }
}
