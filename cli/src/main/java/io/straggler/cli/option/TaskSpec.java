package io.straggler.cli.option;

import java.util.List;

/** The task that a measured JVM runs. */
public sealed interface TaskSpec {
    /** Name that the user gave it. */
    String name();

    /**
     * A task.
     *
     * @param name of its class
     */
    record OfClass(String name) implements TaskSpec {}

    /**
     * A program that was written for another harness.
     *
     * @param host name of the {@link io.straggler.TaskHost} that runs it
     * @param name of the program, which the host understands
     * @param settings of the program, which the host understands
     */
    record Hosted(String host, String name, List<String> settings) implements TaskSpec {
        public Hosted {
            settings = List.copyOf(settings);
        }
    }
}
