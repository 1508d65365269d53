package io.straggler.benchmarks.support;

import io.straggler.model.file.FolderTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder for the files of a measured run, deleted with all that is in it. */
public record TemporaryFolder(Path path) implements AutoCloseable {
    public static TemporaryFolder create() throws IOException {
        return new TemporaryFolder(Files.createTempDirectory("straggler-benchmark-"));
    }

    @Override
    public void close() throws IOException {
        FolderTree.delete(path);
    }
}
