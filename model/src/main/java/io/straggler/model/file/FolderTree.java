package io.straggler.model.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder with all that is in it. */
public final class FolderTree {
    private FolderTree() {}

    /**
     * Deletes a folder, and follows no link: a link goes, and what it leads to stays. A file that somebody else deletes meanwhile is as good as deleted.
     *
     * @throws java.nio.file.NoSuchFileException if there is no such folder
     */
    public static void delete(Path folder) throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> all = Files.walk(folder)) {
            deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : deepestFirst) {
            Files.deleteIfExists(each);
        }
    }
}
