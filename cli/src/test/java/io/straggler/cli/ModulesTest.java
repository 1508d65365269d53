package io.straggler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/modules.md} is the map of the sources: it names every folder and every package, and no other. */
class ModulesTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (?:`([^`]+)`)? ?\\| ([^|]*) \\|");
    private static final Pattern PACKAGE = Pattern.compile("`([^`]+)`");

    @Test
    void shouldNameEveryFolderAndItsPackages() throws IOException {
        assertThat(documented()).isEqualTo(actual());
    }

    private static Map<String, Set<String>> documented() throws IOException {
        Map<String, Set<String>> packages = new TreeMap<>();
        String folder = "";
        for (MatchResult row : (Iterable<MatchResult>)
                ROW.matcher(Files.readString(ROOT.resolve("docs/modules.md"))).results()::iterator) {
            folder = row.group(1) == null ? folder : row.group(1);
            Set<String> named = packages.computeIfAbsent(folder, key -> new TreeSet<>());
            PACKAGE.matcher(row.group(2)).results().map(name -> name.group(1)).forEach(named::add);
        }
        packages.remove("");
        return packages;
    }

    private static Map<String, Set<String>> actual() throws IOException {
        return MODULE.matcher(Files.readString(ROOT.resolve("pom.xml")))
                .results()
                .map(module -> module.group(1))
                .collect(Collectors.toMap(module -> module, ModulesTest::packages, (a, b) -> a, TreeMap::new));
    }

    private static Set<String> packages(String module) {
        Path sources = ROOT.resolve(module).resolve("src/main/java");
        if (!Files.isDirectory(sources)) {
            return Set.of();
        }
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.toString().endsWith(".java") && !file.endsWith("module-info.java"))
                    .map(file -> sources.relativize(file.getParent()).toString().replace('/', '.'))
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
