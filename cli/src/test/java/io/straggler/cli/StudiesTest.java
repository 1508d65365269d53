package io.straggler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Only some modules may know a study, and one that no module knows can be deleted: its folder, and its line in the parent POM. Benchmarks may
 * know all. {@code .ci/without-fleet} deletes one and compiles the rest.
 */
class StudiesTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final Pattern BUILT = Pattern.compile("(.*/)?(target|node_modules)(/.*)?");

    /** This test names what it looks for. */
    private static final String SELF = "cli/src/test/java/io/straggler/cli/StudiesTest.java";

    /** A study, its packages below {@code io.straggler}, and the modules that may know it. */
    private enum Study {
        COMPARE(
                "compare|gate",
                "cli",
                "studies/rates",
                "studies/remedies",
                "studies/fleet",
                "integrations/junit",
                "dist/bom"),
        RATES("rates", "cli"),
        REMEDIES("remedies", "cli"),
        SELFTEST("selftest", "cli"),
        PING("ping", "cli"),
        FLEET("fleet");

        private final String folder = name().toLowerCase(Locale.ROOT);
        private final Pattern packages;
        private final Pattern inPoms;
        private final Set<String> users;

        Study(String packages, String... users) {
            this.packages =
                    Pattern.compile("(?m)^\\s*(import( static)?|package) io\\.straggler\\.(" + packages + ")[.;]");
            this.inPoms = Pattern.compile("<artifactId>straggler-" + folder + "<|(studies|\\.\\.)/" + folder + "/");
            this.users = Set.of(users);
        }

        private String place() {
            return "studies/" + folder;
        }

        /** How scripts import those of its pages, which lie in folders named after these; empty if it has no page. */
        private Optional<Pattern> scripts(Path root) throws IOException {
            Path scripts = root.resolve(place()).resolve("src/main/scripts");
            if (!Files.isDirectory(scripts)) {
                return Optional.empty();
            }
            try (Stream<Path> folders = Files.list(scripts)) {
                return Optional.of(Pattern.compile(
                        folders.map(path -> Pattern.quote(path.getFileName().toString()))
                                .collect(Collectors.joining("|", "'\\.\\./(", ")/"))));
            }
        }
    }

    /** Files that may name a study's folder: its command and the launcher look for the jar there, and say so if it is missing. */
    private static boolean byName(Study study, String file) {
        return file.equals(SELF)
                || study == Study.FLEET
                        && (file.matches("cli/src/(main|test)/java/io/straggler/cli/fleet/.*")
                                || file.equals("cli/src/test/java/io/straggler/cli/LauncherTest.java")
                                || file.equals("cli/src/main/java/io/straggler/cli/option/Installation.java"));
    }

    private static List<String> references(Path root, Study study) throws IOException {
        List<String> found = new ArrayList<>();
        String parent = Files.readString(root.resolve("pom.xml"));
        Set<String> modules = MODULE.matcher(parent)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        if (modules.contains(study.place()) != Files.isDirectory(root.resolve(study.place()))) {
            found.add("pom.xml: must name " + study.place() + " as a module while its folder is there");
        }
        if (study.users.isEmpty()) {
            parent.lines()
                    .filter(line ->
                            line.contains(study.folder) && !line.contains("<module>" + study.place() + "</module>"))
                    .forEach(line -> found.add("pom.xml: " + line.strip()));
        }
        Set<String> strangers = new TreeSet<>(modules);
        strangers.removeAll(study.users);
        strangers.removeAll(Set.of(study.place(), "benchmarks"));
        Optional<Pattern> scripts = study.scripts(root);
        for (String module : strangers) {
            for (Path file : files(root, module, modules)) {
                String name = root.relativize(file).toString();
                String text = Files.readString(file, StandardCharsets.ISO_8859_1);
                check(study, name, text, found);
                if (name.endsWith(".js")
                        && scripts.filter(pattern -> pattern.matcher(text).find())
                                .isPresent()) {
                    found.add(name + ": imports scripts of " + study.place());
                }
            }
        }
        return found;
    }

    private static void check(Study study, String name, String text, List<String> found) {
        if (name.endsWith("pom.xml") && study.inPoms.matcher(text).find()) {
            found.add(name + ": knows straggler-" + study.folder);
        } else if (name.endsWith(".java") && study.packages.matcher(text).find()) {
            found.add(name + ": knows packages of " + study.place());
        } else if (text.contains(study.place()) && !byName(study, name)) {
            found.add(name + ": names " + study.place());
        }
    }

    /** The files of a module that people write, without those of modules within it. */
    private static List<Path> files(Path root, String module, Set<String> modules) throws IOException {
        List<Path> inner = modules.stream()
                .filter(other -> other.startsWith(module + "/"))
                .map(root::resolve)
                .toList();
        try (Stream<Path> all = Files.walk(root.resolve(module))) {
            return all.filter(Files::isRegularFile)
                    .filter(file ->
                            !BUILT.matcher(root.relativize(file).toString()).matches())
                    .filter(file -> inner.stream().noneMatch(file::startsWith))
                    .toList();
        }
    }

    @ParameterizedTest
    @EnumSource(Study.class)
    void shouldBeKnownToItsUsersOnly(Study study) throws IOException {
        assertThat(references(ROOT, study)).isEmpty();
    }

    @Test
    void shouldLookAtEveryStudy() throws IOException {
        try (Stream<Path> folders = Files.list(ROOT.resolve("studies"))) {
            assertThat(folders.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                            .map(folder -> folder.getFileName().toString()))
                    .isSubsetOf(
                            Stream.of(Study.values()).map(study -> study.folder).toList());
        }
    }

    @Test
    void shouldFindEveryKindOfReference(@TempDir Path root) throws IOException {
        write(root, "pom.xml", """
                <module>run</module>
                <module>studies/fleet</module>
                <artifactId>straggler-fleet</artifactId>
                """);
        write(root, "studies/fleet/src/main/scripts/fleet/hosts.js", "");
        write(root, "run/pom.xml", "<artifactId>straggler-fleet</artifactId>");
        write(root, "run/inner/pom.xml", "<source>../../../studies/fleet/src/fixtures/java</source>");
        write(root, "run/src/main/java/io/straggler/A.java", "import io.straggler.fleet.Groups;");
        write(root, "run/src/test/java/io/straggler/fleet/B.java", "package io.straggler.fleet;");
        write(root, "run/src/test/java/io/straggler/C.java", "Path.of(\"../studies/fleet/target\")");
        write(root, "run/src/main/scripts/report/d.js", "import {x} from '../fleet/hosts.js';");
        write(root, "run/target/E.java", "import io.straggler.fleet.Groups;");
        write(root, "run/src/main/java/io/straggler/F.java", "import io.straggler.fleets.Groups; // of a fleet");

        assertThat(references(root, Study.FLEET))
                .containsExactlyInAnyOrder(
                        "pom.xml: <artifactId>straggler-fleet</artifactId>",
                        "run/pom.xml: knows straggler-fleet",
                        "run/inner/pom.xml: knows straggler-fleet",
                        "run/src/main/java/io/straggler/A.java: knows packages of studies/fleet",
                        "run/src/test/java/io/straggler/fleet/B.java: knows packages of studies/fleet",
                        "run/src/test/java/io/straggler/C.java: names studies/fleet",
                        "run/src/main/scripts/report/d.js: imports scripts of studies/fleet");
        assertThat(references(root, Study.PING)).isEmpty();
        Files.createDirectories(root.resolve("studies/ping"));
        assertThat(references(root, Study.PING))
                .containsExactly("pom.xml: must name studies/ping as a module while its folder is there");
    }

    private static void write(Path root, String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
