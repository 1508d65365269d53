package io.straggler.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Measured JVMs that start sooner and leave cores to others: what C2 makes of a task is no concern of the tests of commands, nor is how exactly
 * iterations begin.
 */
final class QuickJvms {
    private static final Set<String> MEASURING = Set.of("run", "ab", "sweep", "capacity", "ping");
    private static final List<String> ARGUMENTS =
            List.of("--jvm-arg=-XX:TieredStopAtLevel=1", "--jvm-arg=-XX:+UseSerialGC");

    /** Not of pings, which say themselves how they wait. */
    private static final String SPIN = "--spin=100us";

    private QuickJvms() {}

    /** The same command, for such JVMs if it measures in any. */
    static String[] with(String... arguments) {
        List<String> all = new ArrayList<>(Arrays.asList(arguments));
        // Not of a server: there is no JVM to measure.
        if (arguments.length > 1 && MEASURING.contains(arguments[0]) && !all.contains("--server")) {
            all.addAll(1, ARGUMENTS);
            if (!arguments[0].equals("ping")) {
                all.add(1, SPIN);
            }
        }
        return all.toArray(String[]::new);
    }
}
