package io.straggler.sampler.linux;

import java.util.BitSet;

/**
 * The cores that this process may use. A JVM that it starts to be measured keeps it off one of them while it paces ({@code PacingCore}), and gives
 * that back in the end; unless it is killed.
 */
public final class AllowedCores {
    private final BitSet cores = NativeThread.available() ? NativeThread.allowedCpus(0) : new BitSet();

    private AllowedCores() {}

    /** Returns the cores of the calling thread. */
    public static AllowedCores current() {
        return new AllowedCores();
    }

    /** Lets all threads of this process use them again. */
    public void restore() {
        if (cores.isEmpty()) {
            return;
        }
        NativeThread.idsOf(ProcessHandle.current().pid()).forEach(id -> NativeThread.allowCpus(id, cores));
    }
}
