package io.straggler.benchmarks.support;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/** The command line in a process of its own, as a user starts it, from the jars that this benchmark runs from. */
public final class CommandLine {
    private CommandLine() {}

    /** A user's command line has its own jar on its class path, and nothing else: no JLBH, say. */
    private static String jar() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.endsWith("straggler.jar"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("class path must hold straggler.jar"));
    }

    /**
     * Runs a command to its end; its exit code does not matter, for an unreachable rate is saturated.
     *
     * @param line empty for none; on which to call {@code then} with the process id of the JVM that is measured
     * @return what the measured program printed
     */
    public static Figures run(List<String> arguments, String line, LongConsumer then)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", jar(), "io.straggler.cli.Main"));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        Figures figures = new Figures();
        StringBuilder printed = new StringBuilder();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String next = lines.readLine(); next != null; next = lines.readLine()) {
                figures.read(next);
                printed.append(next).append('\n');
                if (!line.isEmpty() && next.equals(line)) {
                    then.accept(process.children().findFirst().orElseThrow().pid());
                }
            }
        } finally {
            process.destroyForcibly();
        }
        process.waitFor();
        if (figures.empty()) {
            throw new IllegalStateException("command must print its figures: " + arguments + "\n" + printed);
        }
        return figures;
    }
}
