package io.straggler.jmh;

import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Optional;

/**
 * A benchmark, as JMH's annotation processor listed it.
 *
 * @param name class and method
 * @param type the class that it is run of
 * @param parameters the values that are declared, by name
 * @param threads that it is meant for
 * @param jvmArguments that it is meant for
 * @param operations of one invocation
 */
record Listed(
        String name,
        Class<?> type,
        Map<String, List<String>> parameters,
        int threads,
        List<String> jvmArguments,
        int operations) {
    /** How many names an error lists. */
    private static final int MAX_NAMES = 12;

    /**
     * The one benchmark whose name has a part that matches, as JMH's own command line matches.
     *
     * @throws IllegalArgumentException if there is none, or more than one
     */
    static Listed matching(String expression) {
        Pattern pattern = pattern(expression);
        // A benchmark of several modes is listed once for each.
        Map<String, BenchmarkListEntry> byName = new TreeMap<>();
        entries().forEach(entry -> byName.putIfAbsent(entry.getUsername(), entry));
        List<String> matching = byName.keySet().stream()
                .filter(name -> pattern.matcher(name).find())
                .toList();
        if (matching.isEmpty()) {
            throw new IllegalArgumentException("No benchmark matches '" + expression + "'. There "
                    + (byName.size() == 1 ? "is " : "are ") + names(byName.keySet()) + ".");
        }
        if (matching.size() > 1) {
            throw new IllegalArgumentException(matching.size() + " benchmarks match '" + expression + "': "
                    + names(matching) + ". Name one of them; a $ at the end keeps longer names out.");
        }
        return of(Objects.requireNonNull(byName.get(matching.get(0)), "a name that matches is that of an entry"));
    }

    private static Pattern pattern(String expression) {
        try {
            return Pattern.compile(expression);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "--jmh: must be a regular expression: " + e.getDescription() + ": " + expression);
        }
    }

    private static Collection<BenchmarkListEntry> entries() {
        OutputFormat silent = OutputFormatFactory.createFormatInstance(
                new PrintStream(OutputStream.nullOutputStream()), VerboseMode.SILENT);
        try {
            return BenchmarkList.defaultList().getAll(silent, List.of());
        } catch (RuntimeException | LinkageError e) {
            throw new IllegalArgumentException("The JMH on the class path cannot read its list of benchmarks: "
                    + e.getMessage() + ". Give the one that they were built with.");
        }
    }

    private static String names(Collection<String> names) {
        String first = names.stream().limit(MAX_NAMES).collect(Collectors.joining(", "));
        return names.size() <= MAX_NAMES ? first : first + " and " + (names.size() - MAX_NAMES) + " others";
    }

    private static Listed of(BenchmarkListEntry entry) {
        Map<String, List<String>> parameters = new TreeMap<>();
        entry.getParams().orElse(Map.of()).forEach((name, values) -> parameters.put(name, List.of(values)));
        return new Listed(
                entry.getUsername(),
                load(entry.getUserClassQName()),
                parameters,
                entry.getThreads().orElse(1),
                Stream.of(entry.getJvmArgsPrepend(), entry.getJvmArgs(), entry.getJvmArgsAppend())
                        .flatMap(Listed::arguments)
                        .toList(),
                entry.getOperationsPerInvocation().orElse(1));
    }

    private static Stream<String> arguments(Optional<Collection<String>> declared) {
        return declared.orElse(List.of()).stream().filter(argument -> !argument.isBlank());
    }

    private static Class<?> load(String className) {
        try {
            // Not initialised: the JVM that only lists it is not to run any of it.
            return Class.forName(className, false, Listed.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            // A class within another is listed by the name that its source has.
            int dot = className.lastIndexOf('.');
            if (dot < 0) {
                throw new IllegalArgumentException("The class of the benchmark is not on the class path: "
                        + className.replace('$', '.') + ". Give its jar or folder with --classpath.");
            }
            return load(className.substring(0, dot) + '$' + className.substring(dot + 1));
        } catch (LinkageError e) {
            throw new IllegalArgumentException("The class of the benchmark cannot be loaded: " + e + ". "
                    + (e instanceof UnsupportedClassVersionError
                            ? "Point JAVA_HOME at the JDK that compiled it."
                            : "Give all that it needs with --classpath."));
        }
    }

    /**
     * The method that is one invocation.
     *
     * @throws IllegalArgumentException if it is a group of several, which are to run at once
     */
    Method method() {
        return methods().stream()
                .filter(method -> method.getName().equals(methodName()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        name + " is a @Group: its methods run on several threads at once, and a schedule has one."));
    }

    /** The methods that JMH calls for it: one, or those of a group. */
    List<Method> methods() {
        return Stream.of(type.getMethods())
                .filter(method -> method.isAnnotationPresent(Benchmark.class) && !method.isBridge())
                .filter(method -> method.getName().equals(methodName()) || isOfGroup(method))
                .toList();
    }

    private boolean isOfGroup(Method method) {
        Group group = method.getAnnotation(Group.class);
        return group != null && group.value().equals(methodName());
    }

    private String methodName() {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
