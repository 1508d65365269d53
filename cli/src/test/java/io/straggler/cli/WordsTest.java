package io.straggler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Code, pages and output use the words of {@code docs/reference/terms.md}, not those that only this project once had. */
class WordsTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    /** Each in two parts, because this file is read too. */
    private static final Pattern PRIVATE = Pattern.compile(
            "fore" + "told|told " + "of|str" + "etch(es)?\\b|thorough " + "compiler|in" + "flict",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern READ =
            Pattern.compile("straggler|[^/]+\\.md|docs/.*\\.md|([^/]+/){1,2}src/.*\\.(java|js|html|css)");
    private static final Pattern NOT_READ = Pattern.compile("\\..+|(.+/)?target|straggler-runs");

    @Test
    void shouldUseNoWordsOfItsOwn() throws IOException {
        List<Path> files = sources();
        assertThat(files).hasSizeGreaterThan(1_000);
        List<String> found = new ArrayList<>();
        for (Path file : files) {
            Files.readString(file)
                    .lines()
                    .filter(line -> PRIVATE.matcher(line).find())
                    .forEach(line -> found.add(ROOT.relativize(file) + ": " + line.strip()));
        }
        assertThat(found).isEmpty();
    }

    /** All that people write, without what a build or a run leaves there. */
    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                boolean other =
                        NOT_READ.matcher(ROOT.relativize(folder).toString()).matches();
                return other ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (READ.matcher(ROOT.relativize(file).toString()).matches()) {
                    sources.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return sources;
    }
}
