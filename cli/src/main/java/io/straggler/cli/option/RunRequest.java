package io.straggler.cli.option;

import io.straggler.model.Launch;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checked request for measurements in separate JVMs.
 *
 * @param task what to run
 * @param given options as the user wrote them
 * @param classPath what the task needs
 * @param jvmArguments for the measured JVMs
 * @param forks how many JVMs
 * @param out the run folder, new or empty
 */
public record RunRequest(
        TaskSpec task, Map<String, String> given, String classPath, List<String> jvmArguments, int forks, Path out) {
    private static final int MAX_FORKS = 1000;

    public RunRequest {
        given = Map.copyOf(given);
        jvmArguments = List.copyOf(jvmArguments);
        if (given.containsKey("count") && given.containsKey("duration")) {
            throw new UsageException("Give --duration or --count, not both.");
        }
        if (forks < 1 || forks > MAX_FORKS) {
            throw new UsageException("--forks=" + forks + ": must be from 1 to " + MAX_FORKS);
        }
        for (String entry : classPath.split(File.pathSeparator)) {
            if (!entry.isEmpty() && !entry.endsWith("*") && !Files.exists(Path.of(entry))) {
                throw new UsageException("There is no such jar or folder for the class path: " + entry);
            }
        }
    }

    /**
     * Checks that there is a class of the task's name, unless a host is to run it.
     *
     * @throws UsageException if there is none
     */
    public RunRequest requireTask() {
        if (task instanceof TaskSpec.OfClass) {
            TaskClasses.require(task.name(), classPath, jvmArguments);
        }
        return this;
    }

    /**
     * Returns the command line of the JVMs, with absolute names in the class path, because the same may be measured
     * again from elsewhere.
     */
    public Launch launch() {
        String absolute = Arrays.stream(classPath.split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty())
                .map(entry -> new File(entry).getAbsolutePath())
                .collect(Collectors.joining(File.pathSeparator));
        return task instanceof TaskSpec.Hosted hosted
                ? new Launch(hosted.host(), hosted.name(), hosted.settings(), absolute, jvmArguments)
                : new Launch("", task.name(), List.of(), absolute, jvmArguments);
    }

    /** Returns the request with a folder below this one. */
    public RunRequest in(String folder) {
        return new RunRequest(task, given, classPath, jvmArguments, forks, out.resolve(folder));
    }

    /** The folder that was asked for, or else one named after a task and the time. */
    public static Path place(@Nullable Path asked, String task) {
        if (asked != null) {
            return asked;
        }
        String simple = simpleName(task).replaceAll("[^A-Za-z0-9_-]", "_");
        String time =
                DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).format(LocalDateTime.now());
        return Path.of("straggler-runs", simple + "-" + time);
    }

    /** A class name without its package. */
    public static String simpleName(String task) {
        return task.substring(task.lastIndexOf('.') + 1);
    }
}
