package io.straggler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What {@code straggler.jar} carries of others is named in {@code NOTICE}. */
class NoticeTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    /** For tests only, or, as SLF4J, on their class path only because one of them brings it. */
    private static final Set<String> TESTS = Set.of(
            "slf4j-api",
            "byte-buddy",
            "opentest4j",
            "apiguardian-api",
            "jspecify",
            "assertj-core",
            "archunit",
            "archunit-junit5",
            "archunit-junit5-api",
            "archunit-junit5-engine",
            "archunit-junit5-engine-api");

    @Test
    void shouldNameEveryLibraryWithItsLicence() throws IOException {
        List<String> lines = Files.readAllLines(ROOT.resolve("NOTICE"));
        List<String> carried = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(place -> place.endsWith(".jar"))
                .map(Path::of)
                .filter(jar -> !jar.startsWith(ROOT))
                .map(jar -> jar.getParent().getParent().getFileName().toString())
                .filter(name -> !TESTS.contains(name) && !name.startsWith("junit-"))
                .toList();
        assertThat(carried).contains("picocli", "HdrHistogram");
        assertThat(carried)
                .allSatisfy(name -> assertThat(lines).anyMatch(line -> line.matches("  .*\\b" + name + "\\b.*")));
    }
}
