package io.straggler.cli.text;

import io.straggler.model.LibraryMethods;
import io.straggler.model.PlatformMethods;
import io.straggler.model.RunDescription;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The package of the code that a run is about, which readers know: its classes go without it. */
final class TaskPackage {
    /** Packages that events of the JDK and of async-profiler are named as if they were in: no code of a program is. */
    private static final Set<String> OF_RECORDERS = Set.of("jdk", "profiler");

    private static final Pattern METHOD = Pattern.compile("[^.]++(?:\\.[^.]++)++");

    private static final String BETWEEN_METHODS = "[,;\\s]+";

    private TaskPackage() {}

    /** Returns the package with the dot behind it; empty if there is none. */
    static String of(RunDescription run) {
        String methods = run.environment().get(RunDescription.METHODS);
        // A pattern may name a library's interface: the methods that were found are the program's.
        String home = methods == null
                ? before(run.task())
                : Stream.of(methods.split(BETWEEN_METHODS))
                        .filter(method -> METHOD.matcher(method).matches())
                        .filter(method -> !PlatformMethods.contain(method) && !LibraryMethods.contain(method))
                        .map(method -> before(before(method)))
                        .reduce(TaskPackage::common)
                        .orElse("");
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
