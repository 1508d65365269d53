package io.straggler;

import io.straggler.harness.Task;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The measured JVM, as a {@link TaskHost} sees it. Safe for use by several threads. */
public interface HostedFork {
    /**
     * Returns the value that the user gave for this option on the command line, which has precedence; the name without
     * dashes.
     */
    Optional<String> given(String option);

    /** How many measured runs the user asked for; 1 unless they did. */
    int runs();

    /** Settings of the program itself that the user gave beside its name, as written. */
    List<String> settings();

    /** Calls the task so in files and messages; without it, it is called what the user named. Before {@link #measure}. */
    void named(String task);

    /**
     * Measures a task and leaves the run's files. Once per JVM.
     *
     * @param settings sets what the program asks for; what the user gave on the command line is set afterwards, in the same options
     * @throws IllegalArgumentException if options contradict each other
     */
    StragglerResult measure(Consumer<StragglerOptions> settings, Task task);

    /** Adds text to a file of this name that lies beside the run's own. */
    void keep(String fileName, String text) throws IOException;

    /** Ends this JVM, because the program will not come to its end; what was measured is in its files. */
    void giveUp();
}
