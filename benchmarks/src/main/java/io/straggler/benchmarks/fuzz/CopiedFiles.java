package io.straggler.benchmarks.fuzz;

import io.straggler.model.file.FolderTree;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;

/** Files of every kind, of which none is followed: links stay links and pipes stay pipes. */
final class CopiedFiles {
    private CopiedFiles() {}

    /** Makes a pipe that has a name, at which nobody writes. */
    static void pipe(Path place) throws IOException {
        try {
            int code = new ProcessBuilder("mkfifo", place.toString()).start().waitFor();
            if (code != 0) {
                throw new IOException("mkfifo must make a pipe: exitCode=" + code + " place=" + place);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while making a pipe", e);
        }
    }

    /** Copies a file or a folder with all that is in it. */
    static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                Files.createDirectories(to.resolve(from.relativize(folder).toString()));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path copy = file.equals(from)
                        ? to
                        : to.resolve(from.relativize(file).toString());
                if (attributes.isOther()) {
                    pipe(copy);
                } else {
                    Files.copy(file, copy, LinkOption.NOFOLLOW_LINKS, StandardCopyOption.COPY_ATTRIBUTES);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Deletes a folder with all that is in it, if it is there. */
    static void delete(Path folder) throws IOException {
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            FolderTree.delete(folder);
        }
    }

    /** Length in bytes of all regular files in a folder. */
    static long length(Path folder) throws IOException {
        long[] sum = {0};
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                sum[0] += attributes.isRegularFile() ? attributes.size() : 0;
                return FileVisitResult.CONTINUE;
            }
        });
        return sum[0];
    }
}
