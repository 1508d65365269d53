package io.straggler.model;

import java.util.List;

/** Methods by which Straggler measures: its own, those of the flight recorder and of the profiler. Examples and tasks are programs like others. */
public final class OwnMethods {
    private static final List<String> PACKAGES = List.of(
            "io.straggler.agent.inside.",
            "io.straggler.harness.",
            "io.straggler.jfr.",
            "io.straggler.model.",
            "io.straggler.sampler.",
            "jdk.jfr.",
            "one.profiler.");

    private OwnMethods() {}

    /** @param name of the method, with its class and package */
    public static boolean contain(String name) {
        return PACKAGES.stream().anyMatch(name::startsWith);
    }
}
