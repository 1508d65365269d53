package io.straggler.jfr.keep;

import io.straggler.jfr.chunk.ChunkFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Folder in which another JVM keeps its chunks, one file each, whose name begins with a time. */
final class Repository {
    private final Path folder;
    private final Path links;
    private final Set<Path> known = new HashSet<>();

    /** @param links a folder of ours for links to the chunks, on the same file system */
    Repository(Path folder, Path links) {
        this.folder = folder;
        this.links = links;
    }

    /**
     * The files that another follower, whose process has ended, had not kept yet: those that it holds links to, and those that came after the
     * newest of them, in order.
     */
    List<ChunkFile> leftFiles() throws IOException {
        List<Path> held = files(links);
        String newest = held.isEmpty() ? "" : name(held.get(held.size() - 1));
        List<ChunkFile> left = new ArrayList<>();
        held.forEach(link -> left.add(ChunkFile.link(link)));
        for (Path file : files(folder)) {
            known.add(file);
            if (name(file).compareTo(newest) > 0) {
                left.add(ChunkFile.hold(file, links));
            }
        }
        return left;
    }

    /** The files that were not there the last time, in order. */
    List<ChunkFile> newFiles() throws IOException {
        List<ChunkFile> added = new ArrayList<>();
        for (Path file : files(folder)) {
            if (known.add(file)) {
                added.add(ChunkFile.hold(file, links));
            }
        }
        return added;
    }

    private static String name(Path file) {
        return file.getFileName().toString();
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder, 2)) {
            return files.filter(file -> file.toString().endsWith(".jfr"))
                    .sorted()
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
