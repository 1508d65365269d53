package io.straggler.remedies;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Change that a remedy makes to a measured JVM.
 *
 * @param jvmArguments behind those that it has already, so that these count
 * @param classPath in front of the one that it has; empty if that stays
 * @param options of {@code straggler run}, by name without dashes, in place of those that it has
 * @param preparation arguments of a JVM that runs once before, and leaves a file that {@code jvmArguments} name; none if nothing has to be prepared
 */
public record Change(
        List<String> jvmArguments, String classPath, Map<String, String> options, List<String> preparation) {
    /** Stands for the folder in which the files of a remedy are. */
    static final String FOLDER = "{folder}";

    public Change {
        jvmArguments = List.copyOf(jvmArguments);
        options = Map.copyOf(options);
        preparation = List.copyOf(preparation);
    }

    /** Arguments of the JVM alone. */
    public static Change ofJvm(String... arguments) {
        return new Change(List.of(arguments), "", Map.of(), List.of());
    }

    /** One option of {@code straggler run} alone. */
    public static Change ofOption(String name, String value) {
        return new Change(List.of(), "", Map.of(name, value), List.of());
    }

    /** An argument of the JVM that names a file which another JVM has left. */
    static Change prepared(String argument, String... preparation) {
        return new Change(List.of(argument), "", Map.of(), List.of(preparation));
    }

    /** Returns the change with files in a folder. */
    public Change in(Path folder) {
        String place = folder.toAbsolutePath().toString();
        return new Change(placed(jvmArguments, place), classPath, options, placed(preparation, place));
    }

    private static List<String> placed(List<String> arguments, String place) {
        return arguments.stream()
                .map(argument -> argument.replace(FOLDER, place))
                .toList();
    }

    /**
     * Returns what to add to the program's command line: arguments of the JVM as they are, everything else as options
     * of {@code straggler run}.
     */
    public String forProduction() {
        String rest = new Change(List.of(), classPath, options, List.of()).asOptions();
        return Stream.concat(jvmArguments.stream(), Stream.of(rest).filter(text -> !text.isEmpty()))
                .collect(Collectors.joining(" "));
    }

    /** The change as options of {@code straggler run}. */
    public String asOptions() {
        Stream<String> path = classPath.isEmpty() ? Stream.empty() : Stream.of("--classpath=" + classPath);
        return Stream.of(
                        jvmArguments.stream().map(argument -> "--jvm-arg=" + argument),
                        path,
                        options.entrySet().stream()
                                .sorted(Map.Entry.comparingByKey())
                                .map(option -> "--" + option.getKey() + "=" + option.getValue()))
                .flatMap(text -> text)
                .collect(Collectors.joining(" "));
    }
}
