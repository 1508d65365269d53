package io.straggler.model.file;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipInputStream;

/**
 * Files that others have made or named, opened only if they are regular ones: a FIFO keeps its reader waiting, and a device may have no end. A file
 * whose length is said to be zero is empty, whatever reading it would yield: the kernel's own files are as long as their reader has patience.
 */
public final class InputFiles {
    /** Length in bytes of what is expanded at once. */
    private static final int BUFFER = 1 << 16;

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
     * The bytes of a file that may be compressed: with gzip, or as the only file in a zip archive. They are bounded: a short file that expands to a
     * very long one ends in an error.
     *
     * @throws FileSystemException also if it is compressed in another way, with the command that expands it
     */
    public static InputStream openExpanded(Path file) throws IOException {
        Compression compression = Compression.of(file);
        return switch (compression) {
            case NONE -> open(file);
            case GZIP -> closingOnFailure(open(file), in -> new ExpansionLimit(file, new GZIPInputStream(in, BUFFER)));
            case ZIP -> closingOnFailure(open(file), in -> new ExpansionLimit(file, new OnlyEntry(file, in)));
            case LZ4, ZSTD, XZ, BZIP2 -> throw compression.refusal(file);
        };
    }

    /** Wraps a stream. */
    private interface Wrapping {
        InputStream wrapped(InputStream in) throws IOException;
    }

    private static InputStream closingOnFailure(InputStream in, Wrapping wrapping) throws IOException {
        try {
            return wrapping.wrapped(in);
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    /** The one file of an archive; its end is an error if another file follows. */
    private static final class OnlyEntry extends FilterInputStream {
        private final ZipInputStream archive;
        private final Path file;

        OnlyEntry(Path file, InputStream in) throws IOException {
            super(new ZipInputStream(in, StandardCharsets.ISO_8859_1));
            this.archive = (ZipInputStream) super.in;
            this.file = file;
            archive.getNextEntry();
        }

        @Override
        public int read(byte[] to, int offset, int count) throws IOException {
            int read = archive.read(to, offset, count);
            if (read < 0 && archive.getNextEntry() != null) {
                throw new FileSystemException(
                        file.toString(), null, "it is an archive of several files: unzip it, and name one of them");
            }
            return read;
        }
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
