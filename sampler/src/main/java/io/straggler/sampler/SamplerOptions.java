package io.straggler.sampler;

import io.straggler.model.OverheadCheck;
import io.straggler.model.SamplerMode;
import io.straggler.model.Witness;
import io.straggler.model.text.OptionException;
import java.nio.file.Path;
import java.util.OptionalInt;

/**
 * Options of a sampler.
 *
 * @param mode the mode to try first; the ones below it in {@link SamplerMode} follow when it does not work
 * @param witness what to ask the kernel about threads without a core
 * @param recording where async-profiler writes its chunk; replaced if it exists
 * @param normalSamplesPerSecond normal samples; 0 for none
 * @param periodNs of continuous sampling
 * @param pinCpu the core to bind the pacing thread to
 * @param overheadCheck when to be off
 * @param armDelayFalls whether captures may come earlier than the arm delay that the run derived, as long as few of them are of normal iterations
 * @param seed of the moments of normal samples
 */
public record SamplerOptions(
        SamplerMode mode,
        Witness witness,
        Path recording,
        double normalSamplesPerSecond,
        long periodNs,
        OptionalInt pinCpu,
        OverheadCheck overheadCheck,
        boolean armDelayFalls,
        long seed) {
    /** async-profiler's wall-clock mode silently takes this for anything shorter. */
    private static final long SHORTEST_PERIOD_NS = 100_000;

    public SamplerOptions {
        if (!(normalSamplesPerSecond >= 0 && normalSamplesPerSecond <= 1000)) {
            throw new OptionException(
                    "normal samples",
                    "must be from 0 to 1000 a second",
                    "normalSamplesPerSecond=" + normalSamplesPerSecond);
        }
        if (periodNs < SHORTEST_PERIOD_NS) {
            throw new OptionException("sampling period", "must be at least 100us", "periodNs=" + periodNs);
        }
    }
}
