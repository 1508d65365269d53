package io.straggler.cli.fleet;

import io.straggler.ExitHooks;
import io.straggler.cli.option.ExitCode;
import io.straggler.cli.option.Installation;
import io.straggler.cli.option.UsageException;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/** A JVM that has Spark beside {@code straggler.jar}, and carries out the same command. No other JVM has Spark. */
final class SparkJvm {
    private static final String JAR = "straggler-fleet.jar";

    private static final long ENDS_WITHIN_S = 10;

    private static final int SPARK_OUT_OF_MEMORY = 52;

    /** Packages that Spark and Hadoop reach into; Spark's scripts open the same ones. */
    private static final List<String> OPENED = List.of(
            "java.lang",
            "java.lang.invoke",
            "java.lang.reflect",
            "java.io",
            "java.net",
            "java.nio",
            "java.util",
            "java.util.concurrent",
            "java.util.concurrent.atomic",
            "jdk.internal.ref",
            "sun.nio.ch",
            "sun.nio.cs",
            "sun.util.calendar");

    private SparkJvm() {}

    /** The study of fleets, where this JVM has it. */
    static Optional<ToolProvider> tool() {
        return ServiceLoader.load(ToolProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(tool -> tool.name().equals("straggler-fleet"))
                .findFirst();
    }

    /**
     * Runs the study in this JVM.
     *
     * @return its exit code
     */
    static int run(ToolProvider tool, PrintStream out, List<String> arguments) throws IOException {
        try {
            return tool.run(out, System.err, arguments.toArray(String[]::new));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /**
     * Runs a command to its end; what it prints is printed here.
     *
     * @param heap how much memory it may take, as {@code -Xmx} wants it; empty for the JVM's own choice
     * @param arguments of the command line
     * @return its exit code
     * @throws UsageException if Spark is nowhere
     */
    static int run(String heap, List<String> arguments) throws IOException, InterruptedException {
        Path adapter = find();
        // Spark and its libraries unpack and spill there, and leave it behind when they are stopped.
        Path temporary = Files.createTempDirectory("straggler-spark-");
        try {
            Process process = new ProcessBuilder(command(adapter, temporary, heap, arguments))
                    .inheritIO()
                    .start();
            Thread end = new Thread(() -> end(process, temporary));
            ExitHooks.add(end);
            int code = process.waitFor();
            ExitHooks.remove(end);
            return understood(code, System.err);
        } finally {
            delete(temporary);
        }
    }

    /** The exit code of Straggler for one that may be Spark's own, as 52 is for a lack of memory. */
    static int understood(int code, PrintStream err) {
        // A signal's code is the shell's: 128 and more.
        if (code <= ExitCode.RUN_INVALID || code > Byte.MAX_VALUE) {
            return code;
        }
        err.println("Spark ended with its exit code " + code
                + (code == SPARK_OUT_OF_MEMORY ? ", a lack of memory: give more with --heap, as --heap 4g" : "")
                + ". What had been read is kept: the same command goes on.");
        return ExitCode.RUN_INVALID;
    }

    /** Ends the process; its last output comes before the prompt. */
    private static void end(Process process, Path temporary) {
        process.destroy();
        try {
            process.waitFor(ENDS_WITHIN_S, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        delete(temporary);
    }

    /** Deletes a folder as far as that is possible: a process that is being ended may still write. */
    private static void delete(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            all.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException | UncheckedIOException e) {
            // Somebody else deletes the folder, too.
        }
    }

    private static List<String> command(Path adapter, Path temporary, String heap, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmArguments(heap));
        command.add("-Djava.io.tmpdir=" + temporary);
        for (String name : List.of("straggler.home", "straggler.terminal", "straggler.terminal.out")) {
            String value = System.getProperty(name);
            if (value != null) {
                command.add("-D" + name + "=" + value);
            }
        }
        command.add("-cp");
        command.add(String.join(
                File.pathSeparator,
                System.getProperty("java.class.path"),
                adapter.toString(),
                adapter.resolveSibling("lib").resolve("*").toString()));
        command.add("io.straggler.cli.Main");
        command.addAll(arguments);
        return command;
    }

    private static List<String> jvmArguments(String heap) {
        List<String> arguments = new ArrayList<>();
        if (!heap.isEmpty()) {
            arguments.add("-Xmx" + heap);
        }
        if (Runtime.version().feature() >= 22) {
            arguments.add("--enable-native-access=ALL-UNNAMED");
        }
        if (Runtime.version().feature() >= 23) {
            arguments.add("--sun-misc-unsafe-memory-access=allow");
        }
        OPENED.forEach(name -> arguments.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
        arguments.add("-Dlog4j2.configurationFile=straggler-fleet-log4j2.properties");
        return arguments;
    }

    private static Path find() {
        Installation installation = Installation.ofThisProcess();
        Path beside = Path.of(System.getProperty("java.class.path").split(File.pathSeparator)[0])
                .toAbsolutePath()
                .resolveSibling(JAR);
        Path found = Files.exists(beside) ? beside : installation.fleetAdapter().orElse(null);
        if (found == null || !Files.isDirectory(found.resolveSibling("lib"))) {
            throw new UsageException(
                    "Spark is missing: " + JAR + " and the folder lib beside it are neither in fleet of "
                            + installation.home()
                            + " nor in its studies/fleet/target. Build them in a checkout with mvn -B"
                            + " package -Pall -pl studies/fleet -am -DskipTests.");
        }
        return found;
    }
}
