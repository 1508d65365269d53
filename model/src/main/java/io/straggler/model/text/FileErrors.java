package io.straggler.model.text;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Sentences for errors of files. The JDK's own messages are often the path alone. */
public final class FileErrors {
    private FileErrors() {}

    public static String sentence(IOException e) {
        return e instanceof FileSystemException system && system.getFile() != null
                ? "Cannot read or write " + system.getFile() + ": " + reason(e) + "."
                : "Cannot read or write: " + reason(e);
    }

    /** The reason alone, for whoever names the file. */
    public static String reason(IOException e) {
        if (e instanceof FileSystemException system && system.getFile() != null) {
            return ofFile(system);
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private static String ofFile(FileSystemException e) {
        Path folder = Path.of(e.getFile()).toAbsolutePath().getParent();
        if (e instanceof NoSuchFileException) {
            return folder != null && !Files.exists(folder) ? "there is no folder " + folder : "it does not exist";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        return e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
    }
}
