package io.straggler.sampler;

import java.util.BitSet;
import java.util.List;

/**
 * Keeps the sampler thread off the core that the pacing thread is on. Without, a scheduler may put both on one core for as long as
 * one waits for the other. For the sampler thread.
 */
final class KeptOff {
    private final List<TargetThread> targets;
    private final BitSet allowed;
    private int kept = -1;

    /** Of the calling thread. */
    KeptOff(List<TargetThread> targets) {
        this.targets = targets;
        this.allowed = NativeThread.allowedCpus();
    }

    /** Looks where the pacing thread, which is the first that is watched, was when it was last read. */
    void look() {
        ThreadReading reading = targets.isEmpty() ? null : targets.get(0).reading();
        if (reading == null || reading.lastCpu() == kept) {
            return;
        }
        kept = reading.lastCpu();
        BitSet rest = (BitSet) allowed.clone();
        rest.clear(kept);
        if (!rest.isEmpty()) {
            NativeThread.allowCpus(rest);
        }
    }
}
