package io.straggler;

import io.straggler.harness.Watchdog;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;

/** Whether somebody may stop this JVM's threads to look at them, and what follows from that for a run. */
final class Debugger {
    private Debugger() {}

    /** Returns whether this JVM has a debugger. */
    static boolean present() {
        return among(ManagementFactory.getRuntimeMXBean().getInputArguments());
    }

    /** Whether a JVM with these arguments has loaded a debugger's agent; one that waits for a debugger counts. */
    static boolean among(List<String> jvmArguments) {
        return jvmArguments.stream()
                .anyMatch(argument -> argument.startsWith("-agentlib:jdwp")
                        || argument.startsWith("-Xrunjdwp")
                        || argument.startsWith("-agentpath:") && argument.contains("jdwp"));
    }

    static Watchdog watchdog(boolean present) {
        return present ? Watchdog.OFF : Watchdog.ON;
    }

    /** Returns the warning for a reader of the figures. */
    static Optional<String> warning(boolean present) {
        return present
                ? Optional.of(
                        "A debugger's agent is loaded: nothing counts as stuck, and a run that ends behind its schedule"
                                + " counts as ok. Whatever a breakpoint stopped is in the latencies.")
                : Optional.empty();
    }
}
