package io.straggler.flamegraph.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A module of the pages' scripts, by what its import and export lines say. Each is on a line of its own and in one of the forms below;
 * a test holds the modules to that.
 *
 * @param path below {@code src/main/scripts}, as {@code shared/dom.js}
 * @param imports the names that it takes from each module, by that module's path; a namespace stands for all of them
 * @param body the rest of it
 */
record PageModule(String path, Map<String, Set<Name>> imports, Set<String> exports, String body) {
    static final Path SCRIPTS = Path.of("src", "main", "scripts");

    private static final Pattern IMPORT =
            Pattern.compile("import (?:\\{([^}]+)\\}|\\* as (\\w+)) from '(\\.[^']+\\.js)';");
    private static final Pattern EXPORT =
            Pattern.compile("(?m)^export (?:async )?(?:function\\*? |class |const )(\\w+)");

    /**
     * A name that is imported.
     *
     * @param exported the name in the other module, or {@code *} for all of them
     * @param local the name in this one
     */
    record Name(String exported, String local) {}

    /** Every module, in order of the paths. */
    static List<PageModule> all() {
        try (Stream<Path> files = Files.walk(SCRIPTS)) {
            return files.filter(Files::isRegularFile)
                    .sorted()
                    .map(PageModule::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static PageModule read(Path file) {
        try {
            String path = SCRIPTS.relativize(file).toString().replace('\\', '/');
            String text = Files.readString(file);
            Map<String, Set<Name>> imports = new TreeMap<>();
            text.lines().filter(line -> line.startsWith("import")).forEach(line -> {
                Matcher match = IMPORT.matcher(line);
                if (!match.matches()) {
                    throw new IllegalStateException(
                            "import must be one line of a form that is read here: " + path + ": " + line);
                }
                imports.computeIfAbsent(resolved(path, match.group(3)), module -> new LinkedHashSet<>())
                        .addAll(names(match));
            });
            return new PageModule(
                    path,
                    imports,
                    EXPORT.matcher(text)
                            .results()
                            .map(match -> match.group(1))
                            .collect(Collectors.toCollection(TreeSet::new)),
                    text.lines().filter(line -> !line.startsWith("import ")).collect(Collectors.joining("\n")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Name> names(Matcher match) {
        if (match.group(2) != null) {
            return List.of(new Name("*", match.group(2)));
        }
        return Arrays.stream(match.group(1).split(", "))
                .map(name -> name.split(" as "))
                .map(name -> new Name(name[0], name[name.length - 1]))
                .toList();
    }

    private static String resolved(String from, String path) {
        return Path.of(from).resolveSibling(path).normalize().toString().replace('\\', '/');
    }

    String folder() {
        return path.substring(0, path.indexOf('/'));
    }
}
