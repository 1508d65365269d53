package io.straggler.sampler;

import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;

/**
 * Keeps the sampler thread off the core that the pacing thread is on. Without, a scheduler may leave it waiting there for
 * milliseconds, behind the very thread that it should look at. For the sampler thread.
 */
final class KeptOff {
    private final List<TargetThread> targets;
    private final BitSet allowed;
    private final Consumer<BitSet> allow;
    private int keptOff = -1;

    /**
     * @param targets the watched threads; the first is the pacing thread
     * @param allowed the cores that this thread may use
     * @param allow lets it use some of them
     */
    KeptOff(List<TargetThread> targets, BitSet allowed, Consumer<BitSet> allow) {
        this.targets = targets;
        this.allowed = allowed;
        this.allow = allow;
    }

    /** Looks where the pacing thread was when it was last read. */
    void look() {
        ThreadReading reading = targets.isEmpty() ? null : targets.get(0).reading();
        if (reading != null && reading.beforeNs() != 0) {
            keepOff(reading.lastCpu());
        }
    }

    /** Leaves a core alone, unless it is the only one. */
    void keepOff(int cpu) {
        if (cpu == keptOff) {
            return;
        }
        keptOff = cpu;
        BitSet rest = (BitSet) allowed.clone();
        rest.clear(cpu);
        if (!rest.isEmpty()) {
            allow.accept(rest);
        }
    }
}
