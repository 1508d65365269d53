package io.straggler.model.file;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Symbolic links in the place of files that are appended to: they would lead out of the folder. */
public final class Links {
    private Links() {}

    /** @throws FileSystemException if it is a link, whether or not there is something at its end */
    public static void refuse(Path file) throws IOException {
        if (Files.isSymbolicLink(file)) {
            throw new FileSystemException(file.toString(), null, "it must be a file, and is a link");
        }
    }
}
