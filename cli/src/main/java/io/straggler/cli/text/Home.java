package io.straggler.cli.text;

import io.straggler.model.RunDescription;
import java.util.Set;

/** The package of the code that a run is about, which readers know: its classes go without it. */
final class Home {
    /** Packages that events of the JDK and of async-profiler are named as if they were in: no code of a program is. */
    private static final Set<String> OF_RECORDERS = Set.of("jdk", "profiler");

    private Home() {}

    /** With the dot behind it; empty if there is none. */
    static String of(RunDescription run) {
        String type = run.environment().containsKey(RunDescription.METHODS) ? before(run.task()) : run.task();
        String home = before(type);
        return home.isEmpty() || OF_RECORDERS.contains(home) ? "" : home + ".";
    }

    private static String before(String name) {
        return name.substring(0, Math.max(0, name.lastIndexOf('.')));
    }
}
