package io.straggler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/inside/modules.md} is the map of the sources: it names every folder and every package, and no other. */
class ModulesTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (?:`([^`]+)`)? ?\\| ([^|]*) \\|");
    private static final Pattern EXPORTED = Pattern.compile("(?m)^    exports ([\\w.]+);");
    private static final Pattern IMPORTED = Pattern.compile("(?m)^import (?:static )?([a-z][\\w.]*?)\\.[A-Z]");
    private static final Pattern PACKAGE = Pattern.compile("`([^`]+)`");

    @Test
    void shouldNameEveryFolderAndItsPackages() throws IOException {
        assertThat(documented()).isEqualTo(actual());
    }

    /** Whoever is not a module itself would notice only in a program that is one. */
    @Test
    void shouldExportWhatOtherFoldersUse() throws IOException {
        Map<String, Set<String>> packages = actual();
        Map<String, Set<String>> missing = new TreeMap<>();
        for (String folder : packages.keySet()) {
            Path descriptor = ROOT.resolve(folder).resolve("src/main/java/module-info.java");
            if (Files.exists(descriptor)) {
                Set<String> unknown = new TreeSet<>(usedByOthers(folder, packages));
                unknown.removeAll(all(EXPORTED, descriptor));
                missing.put(folder, unknown);
            }
        }

        assertThat(missing)
                .containsKeys("model", "run")
                .allSatisfy((folder, unknown) -> assertThat(unknown).as(folder).isEmpty());
    }

    private static Set<String> usedByOthers(String folder, Map<String, Set<String>> packages) throws IOException {
        Set<String> used = new TreeSet<>();
        for (String other : packages.keySet()) {
            // Stress tests lie in the packages of what they test.
            if (!other.equals(folder) && !other.equals("benchmarks/stress")) {
                for (Path file : sources(other)) {
                    used.addAll(all(IMPORTED, file));
                }
            }
        }
        used.retainAll(packages.get(folder));
        return used;
    }

    private static Set<String> all(Pattern pattern, Path file) throws IOException {
        return pattern.matcher(Files.readString(file))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Map<String, Set<String>> documented() throws IOException {
        Map<String, Set<String>> packages = new TreeMap<>();
        String folder = "";
        for (MatchResult row :
                (Iterable<MatchResult>) ROW.matcher(Files.readString(ROOT.resolve("docs/inside/modules.md")))
                        .results()::iterator) {
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
        Path root = ROOT.resolve(module).resolve("src/main/java");
        return sources(module).stream()
                .map(file -> root.relativize(file.getParent()).toString().replace('/', '.'))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<Path> sources(String module) {
        Path root = ROOT.resolve(module).resolve("src/main/java");
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java") && !file.endsWith("module-info.java"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
