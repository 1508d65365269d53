package io.straggler.cli.doctor;

import io.straggler.model.text.Messages;
import io.straggler.sampler.linux.CoreSwitches;
import io.straggler.sampler.linux.NativeThread;
import io.straggler.sampler.linux.WakeUps;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Whether the kernel lets this process record what happens on a core, other processes included.
 *
 * @param switches why it does not record who has a core; empty if it does
 * @param wakeUps why it does not record who ends a thread's wait; empty if it does
 */
public record WitnessTrial(Optional<String> switches, Optional<String> wakeUps) {
    /** A record that is opened and closed. */
    @FunctionalInterface
    private interface Opening {
        void tried() throws IOException;
    }

    /** Tries both on the first core that this process may use. */
    static WitnessTrial observe() {
        if (!NativeThread.available()) {
            Optional<String> why = Optional.of(NativeThread.whyUnavailable());
            return new WitnessTrial(why, why);
        }
        int core = Math.max(0, NativeThread.allowedCpus(0).nextSetBit(0));
        return new WitnessTrial(
                refusal(() -> CoreSwitches.open(core, 1).close()),
                refusal(() -> WakeUps.open(WakeUps.tracepoint(), core, 1, List.of(NativeThread.currentId()))
                        .close()));
    }

    private static Optional<String> refusal(Opening opening) {
        try {
            opening.tried();
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(Messages.of(e));
        }
    }
}
