package io.straggler.benchmarks.support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder for the files of a measured run, deleted with all that is in it. */
public record TemporaryFolder(Path path) implements AutoCloseable {
    public static TemporaryFolder create() throws IOException {
        return new TemporaryFolder(Files.createTempDirectory("straggler-benchmark-"));
    }

    @Override
    public void close() throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> all = Files.walk(path)) {
            deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : deepestFirst) {
            Files.delete(each);
        }
    }
}
