package io.straggler.examples.queue;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A new folder for one queue, that is deleted with its files on close. */
record QueueFolder(Path path) implements Closeable {
    /** How another place is chosen, in words for whoever has to. */
    static final String ELSEWHERE = "another place is chosen with --jvm-arg=-Dqueue.folder=FOLDER";

    private static final String CYCLE = ".cq4";

    /** @param parent a folder that exists */
    static QueueFolder create(Path parent) throws IOException {
        try {
            return new QueueFolder(Files.createTempDirectory(parent, "straggler-queue-"));
        } catch (IOException e) {
            throw new IOException(
                    "queue's folder must be writable: folder=" + parent.toAbsolutePath() + "; " + ELSEWHERE, e);
        }
    }

    /** The folder that the property {@code queue.folder} names, or else where the system keeps temporary files. */
    static Path parent() {
        return Path.of(System.getProperty("queue.folder", System.getProperty("java.io.tmpdir")));
    }

    /** Zero if the file system does not say. */
    long usableBytes() {
        return path.toFile().getUsableSpace();
    }

    /** Deletes the files of cycles before the one that this file belongs to. Names of cycles are in the order of time. */
    void dropBefore(File cycle) throws IOException {
        for (Path file : files()) {
            String name = file.getFileName().toString();
            if (name.endsWith(CYCLE) && name.compareTo(cycle.getName()) < 0) {
                Files.deleteIfExists(file);
            }
        }
    }

    List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            return files.toList();
        }
    }

    @Override
    public void close() throws IOException {
        for (Path file : files()) {
            Files.deleteIfExists(file);
        }
        Files.delete(path);
    }
}
