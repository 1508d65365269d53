package io.straggler.benchmarks.support;

import io.straggler.RunFolder;
import io.straggler.harness.series.LatencyLog;
import io.straggler.model.RunDescription;
import io.straggler.model.RunStatus;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * A run by the command line, with its own jar on its class path and nothing else, as a user's; and the folder that it left. A rate that
 * could not be kept counts all the same.
 *
 * @param figures printed by the task
 */
public record CommandRun(RunFolder folder, RunDescription run, Figures figures) {
    private static final int SATURATED = 2;

    /** Beyond this, whatever runs beside has kept it from its end: not an iteration of it is worth reading. */
    private static Duration limit(long seconds) {
        return Duration.ofSeconds(120 + 6 * seconds);
    }

    /**
     * Measures to the end.
     *
     * @param seconds that it is meant to measure
     * @param folder where its files may go
     * @param arguments without {@code --out}
     * @throws IllegalStateException with what it printed, if it failed or did not end
     */
    public static CommandRun of(long seconds, TemporaryFolder folder, List<String> arguments)
            throws IOException, InterruptedException {
        Path out = folder.path().resolve("run");
        Path printed = folder.path().resolve("printed");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", jar("straggler.jar"), "io.straggler.cli.Main"));
        command.addAll(arguments);
        command.addAll(List.of("--out", out.toString()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(printed.toFile()))
                .start();
        try {
            boolean ended = process.waitFor(limit(seconds).toSeconds(), TimeUnit.SECONDS);
            require(ended && (process.exitValue() == 0 || process.exitValue() == SATURATED), arguments, printed);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        RunFolder left = new RunFolder(out);
        RunDescription run = left.readRun();
        require(run.status() != RunStatus.FAILED, arguments, printed);
        Figures figures = new Figures();
        Files.readAllLines(printed).forEach(figures::read);
        return new CommandRun(left, run, figures);
    }

    private static void require(boolean well, List<String> arguments, Path printed) throws IOException {
        if (!well) {
            throw new IllegalStateException(
                    "command must end well: " + String.join(" ", arguments) + "\n" + Files.readString(printed));
        }
    }

    /** The option by which the measured JVM gets a system property. */
    public static String property(String name, Object value) {
        return "--jvm-arg=-D" + name + "=" + value;
    }

    /** The jar of this module, for {@code --classpath}. */
    public static String tasks() {
        return jar("straggler-benchmarks.jar");
    }

    /** The jar of the examples, likewise. */
    public static String examples() {
        return jar("straggler-examples.jar");
    }

    private static String jar(String name) {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> Path.of(entry).endsWith(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("class path must hold " + name));
    }

    /** The percentiles of a series, over all that was measured. */
    public Tail tail(String series) throws IOException {
        Histogram merged = new Histogram(3);
        LatencyLog.read(folder.latencyLog()).forEach(interval -> {
            if (series.equals(interval.getTag())) {
                merged.add(interval);
            }
        });
        return Tail.of(merged);
    }
}
