package io.straggler.benchmarks.support;

import io.straggler.StragglerResult;
import io.straggler.model.RunStatus;
import io.straggler.model.SamplerMode;
import java.nio.file.Files;

/** The conditions without which a figure would not be of what it says. */
public final class Checked {
    private Checked() {}

    /**
     * Throws unless the run ended, the sampler ran in the mode that was asked for, and the recording is there. A run that was
     * meant to be too fast may be saturated.
     */
    public static StragglerResult measured(StragglerResult result, SamplerMode mode) {
        result.run().warnings().forEach(warning -> System.err.println("warning: " + warning));
        if (result.status() == RunStatus.FAILED) {
            throw new IllegalStateException("run must not fail: " + result.reason());
        }
        if (result.run().sampler().mode() != mode) {
            throw new IllegalStateException("sampler must be " + mode.label() + ": mode="
                    + result.run().sampler().mode().label() + " why="
                    + result.run().sampler().why());
        }
        if (!Files.exists(result.folder().orElseThrow().resolve("recording.jfr"))) {
            throw new IllegalStateException("run folder must hold a recording: folder=" + result.folder());
        }
        return result;
    }
}
