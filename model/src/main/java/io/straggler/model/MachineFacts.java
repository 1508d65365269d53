package io.straggler.model;

import java.util.Map;
import java.util.OptionalInt;

/** Facts of an environment that are needed as values. Recordings and run folders keep all facts as text. */
public final class MachineFacts {
    /** Name of the number of cores that the JVM may use. */
    public static final String CORES = "cores";

    private MachineFacts() {}

    /** Number of cores; empty if the environment does not say it as a number. */
    public static OptionalInt cores(Map<String, String> environment) {
        String recorded = environment.getOrDefault(CORES, "");
        return recorded.matches("[0-9]{1,6}") ? OptionalInt.of(Integer.parseInt(recorded)) : OptionalInt.empty();
    }
}
