package io.straggler.benchmarks.support;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A JVM of its own for one side of a benchmark, started with the flags and the class path of this one. */
public final class ChildJvm implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;
    private final Figures figures = new Figures();

    private ChildJvm(Process process) {
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    public static ChildJvm start(Class<?> main, Object... arguments) throws IOException {
        return start(List.of(), main, arguments);
    }

    public static ChildJvm start(List<String> flags, Class<?> main, Object... arguments) throws IOException {
        List<String> all = new ArrayList<>(flags());
        all.addAll(flags);
        return startBare(all, main, arguments);
    }

    /** The flags of this JVM. */
    public static List<String> flags() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments();
    }

    /** One with no flags but these. */
    public static ChildJvm startBare(List<String> flags, Class<?> main, Object... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        return new ChildJvm(
                new ProcessBuilder(command).redirectError(Redirect.INHERIT).start());
    }

    /** What all of its threads have had of the cores so far; in steps of 10 ms. */
    public Duration cpuTime() {
        return process.info().totalCpuDuration().orElseThrow();
    }

    /** Runs one from start to end. */
    public static Figures run(Class<?> main, Object... arguments) throws IOException, InterruptedException {
        return run(List.of(), main, arguments);
    }

    /** The same, with flags of its own after those of this JVM. */
    public static Figures run(List<String> flags, Class<?> main, Object... arguments)
            throws IOException, InterruptedException {
        try (ChildJvm child = start(flags, main, arguments)) {
            return child.figures();
        }
    }

    /** The same with no flags but these. */
    public static Figures runBare(List<String> flags, Class<?> main, Object... arguments)
            throws IOException, InterruptedException {
        try (ChildJvm child = startBare(flags, main, arguments)) {
            return child.figures();
        }
    }

    /** As with the flags of this JVM, but a child that takes longer is killed; what it measured is then unknown. */
    public static Optional<Figures> runWithin(Duration limit, Class<?> main, Object... arguments)
            throws IOException, InterruptedException {
        try (ChildJvm child = start(main, arguments)) {
            CompletableFuture<Boolean> killed = new CompletableFuture<>();
            killed.completeOnTimeout(true, limit.toMillis(), TimeUnit.MILLISECONDS)
                    .thenAccept(late -> {
                        if (late) {
                            child.process.destroyForcibly();
                        }
                    });
            child.readAll();
            return killed.complete(false) ? Optional.of(child.checked()) : Optional.empty();
        }
    }

    public long processId() {
        return process.pid();
    }

    /** Waits for a line of output. */
    public void awaitLine(String expected) throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.equals(expected)) {
                return;
            }
            figures.read(line);
        }
        throw new IllegalStateException("child JVM ended before it printed: " + expected);
    }

    /** What it has printed so far. */
    public Figures soFar() {
        return figures;
    }

    /** Waits for the end. Throws {@link IllegalStateException} if the child failed; its standard error has said why. */
    public Figures figures() throws IOException, InterruptedException {
        readAll();
        return checked();
    }

    private void readAll() throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            figures.read(line);
        }
    }

    private Figures checked() throws InterruptedException {
        int exitCode = process.waitFor();
        if (exitCode != 0) {
            throw new IllegalStateException("child JVM must exit with 0: exitCode=" + exitCode);
        }
        return figures;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
