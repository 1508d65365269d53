package io.straggler.cli.text;

import io.straggler.model.RunDescription;
import java.util.Set;
import java.util.stream.Stream;

/** The package of the code that a run is about, which readers know: its classes go without it. */
final class TaskPackage {
    /** Packages that events of the JDK and of async-profiler are named as if they were in: no code of a program is. */
    private static final Set<String> OF_RECORDERS = Set.of("jdk", "profiler");

    private static final String BETWEEN_METHODS = "[,;\\s]+";

    private TaskPackage() {}

    /** With the dot behind it; empty if there is none. */
    static String of(RunDescription run) {
        String home = run.environment().containsKey(RunDescription.METHODS)
                ? Stream.of(run.task().split(BETWEEN_METHODS))
                        .map(method -> before(before(method)))
                        .reduce(TaskPackage::common)
                        .orElse("")
                : before(run.task());
        return home.isEmpty() || OF_RECORDERS.contains(home) ? "" : home + ".";
    }

    /** The package that both are in, or below. */
    private static String common(String one, String other) {
        String common = one;
        while (!common.isEmpty() && !(other + ".").startsWith(common + ".")) {
            common = before(common);
        }
        return common;
    }

    private static String before(String name) {
        return name.substring(0, Math.max(0, name.lastIndexOf('.')));
    }
}
