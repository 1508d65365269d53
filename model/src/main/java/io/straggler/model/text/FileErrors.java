package io.straggler.model.text;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** What is wrong with a file, as a sentence. The JDK's own messages are often its path alone. */
public final class FileErrors {
    private FileErrors() {}

    public static String sentence(IOException e) {
        if (e instanceof FileSystemException system && system.getFile() != null) {
            return "Cannot read or write " + system.getFile() + ": " + reason(system) + ".";
        }
        return "Cannot read or write: " + (e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
    }

    private static String reason(FileSystemException e) {
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
