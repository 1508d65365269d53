package io.straggler.fleet.spark;

import io.straggler.model.file.FolderTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A temporary folder that only this user may enter, deleted with all that is in it when it is closed. */
final class OwnFolder implements AutoCloseable {
    private final Path path;

    OwnFolder() throws IOException {
        path = Files.createTempDirectory("straggler-fleet-");
    }

    Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        FolderTree.delete(path);
    }
}
