package io.straggler.sampler.linux;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The files in which a system describes itself, such as those below {@code /proc} and {@code /sys}. */
public interface SystemFiles {
    /** The text of a file without white space at its ends; nothing if it is missing, empty or not readable. */
    Optional<String> text(String path);

    /** The names in a folder, in order; none if it is missing or not readable. */
    List<String> names(String folder);

    /** The lines of a file; none if it is missing, empty or not readable. */
    default List<String> lines(String path) {
        return text(path).map(text -> text.lines().toList()).orElse(List.of());
    }

    /** The files of this machine. */
    static SystemFiles ofThisMachine() {
        return below(Path.of("/"));
    }

    /** Files whose absolute paths are looked up below a root. */
    static SystemFiles below(Path root) {
        return new SystemFiles() {
            @Override
            public Optional<String> text(String path) {
                try {
                    byte[] bytes = Files.readAllBytes(resolved(path));
                    String text = new String(bytes, StandardCharsets.UTF_8).strip();
                    return text.isEmpty() ? Optional.empty() : Optional.of(text);
                } catch (IOException | InvalidPathException unreadable) {
                    return Optional.empty();
                }
            }

            @Override
            public List<String> names(String folder) {
                try (Stream<Path> entries = Files.list(resolved(folder))) {
                    return entries.map(entry -> entry.getFileName().toString())
                            .sorted()
                            .toList();
                } catch (IOException | InvalidPathException unreadable) {
                    return List.of();
                }
            }

            private Path resolved(String path) {
                return root.resolve(path.startsWith("/") ? path.substring(1) : path);
            }
        };
    }
}
