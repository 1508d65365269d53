package io.straggler.benchmarks.sampling;

import io.straggler.StragglerOptions;
import io.straggler.model.SamplerMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** The ways of sampling whose effect is compared: Straggler's own, and async-profiler's {@code event=cpu} without Straggler's. */
enum Sampling {
    OFF("off", SamplerMode.OFF, 0),
    TRIGGERED("triggered", SamplerMode.TRIGGERED, 0),
    CONTINUOUS_1MS("continuous 1 ms", SamplerMode.CONTINUOUS, 1_000_000),
    CONTINUOUS_100US("continuous 100 µs", SamplerMode.CONTINUOUS, 100_000),
    CPU_1MS("cpu 1 ms", SamplerMode.OFF, 1_000_000),
    CPU_100US("cpu 100 µs", SamplerMode.OFF, 100_000);

    private final String label;
    private final SamplerMode mode;
    private final long periodNs;

    Sampling(String label, SamplerMode mode, long periodNs) {
        this.label = label;
        this.mode = mode;
        this.periodNs = periodNs;
    }

    String label() {
        return label;
    }

    /** As an option of the benchmark names it: {@code continuous-1ms}. */
    String argument() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What Straggler's sampler does. */
    SamplerMode mode() {
        return mode;
    }

    StragglerOptions applyTo(StragglerOptions options) {
        options.sampler(mode);
        return mode == SamplerMode.CONTINUOUS ? options.samplePeriod(Duration.ofNanos(periodNs)) : options;
    }

    /** The profiler that runs instead of Straggler's sampler, if one does. */
    Optional<CpuProfiler> profiler(Path file) {
        return mode == SamplerMode.OFF && periodNs > 0
                ? Optional.of(new CpuProfiler(periodNs, file))
                : Optional.empty();
    }
}
