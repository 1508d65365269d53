package io.straggler.benchmarks.support;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The command line as a user runs it, in a process of its own; what it prints is not shown. */
public final class StragglerCommand {
    private StragglerCommand() {}

    /**
     * Runs it to its end.
     *
     * @param flags of its JVM
     * @return its exit code, and how long it took
     */
    public static Ended run(List<String> flags, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.straggler.cli.Main"));
        command.addAll(arguments);
        long startNs = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.DISCARD)
                .start();
        int code = process.waitFor();
        return new Ended(code, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs));
    }

    /** How it ended. */
    public record Ended(int exitCode, long wallMs) {}
}
