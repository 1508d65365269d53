package io.straggler.model.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Files that others have made or named, opened only if they are regular ones: a FIFO keeps its reader waiting, and a device may have no end. A file
 * whose length is said to be zero is empty, whatever reading it would yield: the kernel's own files are as long as their reader has patience.
 */
public final class InputFiles {
    private InputFiles() {}

    /**
     * Refuses what is there and is no regular file.
     *
     * @throws FileSystemException if it is a folder, a FIFO, a device or the like; {@link io.straggler.model.text.FileErrors} makes a sentence of it
     */
    public static void requireRegular(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new FileSystemException(
                    file.toString(),
                    null,
                    "it must be a regular file, and is a " + (Files.isDirectory(file) ? "folder" : "pipe or a device"));
        }
    }

    /** The bytes of a file. */
    public static InputStream open(Path file) throws IOException {
        requireRegular(file);
        return Files.size(file) == 0 ? InputStream.nullInputStream() : Files.newInputStream(file);
    }

    /**
     * The text of a file in UTF-8.
     *
     * @param mostBytes a longer one is refused
     */
    public static String text(Path file, int mostBytes) throws IOException {
        byte[] bytes;
        try (InputStream in = open(file)) {
            bytes = in.readNBytes(mostBytes + 1);
        }
        if (bytes.length > mostBytes) {
            throw new FileSystemException(file.toString(), null, "it must be no longer than " + mostBytes + " bytes");
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new FileSystemException(file.toString(), null, "it must be text in UTF-8");
        }
    }
}
