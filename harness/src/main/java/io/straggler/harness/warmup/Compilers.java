package io.straggler.harness.warmup;

import io.straggler.model.hook.PacingHook;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;

/** The JVM's compilers: what the warm-up gave them to do is to be done before a run is measured. */
public final class Compilers {
    private static final long LOOK_EVERY_NS = 20_000_000;

    /** Number of looks in turn without a finished compilation after which the compilers are idle. */
    private static final int QUIET_LOOKS = 5;

    /** A program that never ceases to be compiled is measured all the same: after this part of the warm-up, or a second. */
    private static final double PART_OF_WARM_UP = 0.1;

    private static final long LONGEST_NS = 1_000_000_000;

    private Compilers() {}

    /** Waits until they have nothing to do, but not for long. */
    public static void awaitQuiet(PacingHook sleeper, double warmUpNs) {
        CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
        if (compilers == null || !compilers.isCompilationTimeMonitoringSupported()) {
            return;
        }
        long lastMs = -1;
        int quiet = 0;
        long mostLooks = (long) Math.min(LONGEST_NS, PART_OF_WARM_UP * warmUpNs) / LOOK_EVERY_NS;
        for (int look = 0; look < mostLooks && quiet < QUIET_LOOKS; look++) {
            long ms = compilers.getTotalCompilationTime();
            quiet = ms == lastMs ? quiet + 1 : 0;
            lastMs = ms;
            sleeper.sleep(LOOK_EVERY_NS);
        }
    }
}
