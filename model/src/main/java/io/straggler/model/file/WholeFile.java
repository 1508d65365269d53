package io.straggler.model.file;

import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Files that are written whole or not at all: each is a new file of the same folder at first, which then gets its name.
 *
 * <ul>
 *   <li>A link of that name is replaced and never followed, so nothing outside of the folder is written.
 *   <li>If writing fails, on a full disk for instance, the earlier file of that name is as it was, and nothing else is left.
 *   <li>Whoever reads meanwhile finds the earlier file.
 *   <li>The new file has the permissions of the earlier one.
 * </ul>
 */
public final class WholeFile {
    private static final Path DEVICES = Path.of("/dev");
    private static final Path PROCESSES = Path.of("/proc");

    private WholeFile() {}

    /** Bytes of a file, written to a stream that is buffered and need not be closed. */
    public interface Bytes {
        void writeTo(OutputStream out) throws IOException;
    }

    /** Text of a file, written as UTF-8 to a writer that is buffered and need not be closed. */
    public interface Text {
        void writeTo(Writer out) throws IOException;
    }

    /**
     * Writes a file, replacing one that is there.
     *
     * @throws FileSystemException if the name is that of a device, a pipe or a folder, or the folder cannot be written
     */
    public static void write(Path file, Bytes bytes) throws IOException {
        replace(file, unbuffered -> {
            OutputStream out = new BufferedOutputStream(unbuffered);
            bytes.writeTo(out);
            out.flush();
        });
    }

    /** Writes a file of text, replacing one that is there. */
    public static void writeText(Path file, Text text) throws IOException {
        replace(file, unbuffered -> {
            Writer out = new BufferedWriter(new OutputStreamWriter(unbuffered, StandardCharsets.UTF_8));
            text.writeTo(out);
            out.flush();
        });
    }

    /** Writes a file of this text, replacing one that is there. */
    public static void write(Path file, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        replace(file, out -> out.write(bytes));
    }

    /**
     * Whether a file of that name would be replaced by {@link #write}. Devices, pipes and the names that the system gives to open files, such as
     * {@code /dev/stdout}, would not.
     */
    public static boolean isReplaceable(Path file) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder == null || !Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                return true;
            }
            Path real = folder.toRealPath();
            return !real.equals(DEVICES)
                    && !real.startsWith(PROCESSES)
                    && !Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                            .isOther();
        } catch (IOException e) {
            // Deleted meanwhile, or not accessible, as writing will show.
            return true;
        }
    }

    private static void replace(Path file, Bytes bytes) throws IOException {
        if (!isReplaceable(file)) {
            throw new FileSystemException(file.toString(), null, "it must be a file, and is a device or a pipe");
        }
        Path unfinished = file.resolveSibling(
                ".straggler-" + Long.toHexString(ThreadLocalRandom.current().nextLong()) + ".unfinished");
        try (Unfinished left = new Unfinished(unfinished)) {
            try (Written out = new Written(create(left.file(), permissions(file)))) {
                bytes.writeTo(out);
                out.requireAll();
            }
            Files.move(left.file(), file, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            throw unfinished.toString().equals(e.getFile()) ? named(file, e) : e;
        }
    }

    /** The file to be renamed, which is deleted if it still has its first name in the end. */
    private record Unfinished(Path file) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            Files.deleteIfExists(file);
        }
    }

    /** Remembers that writing failed: {@link java.io.PrintStream} and whoever prints to one keep it to themselves. */
    private static final class Written extends FilterOutputStream {
        private @Nullable IOException failure;

        Written(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int count) throws IOException {
            try {
                out.write(from, offset, count);
            } catch (IOException e) {
                failure = e;
                throw e;
            }
        }

        void requireAll() throws IOException {
            if (failure != null) {
                throw failure;
            }
        }
    }

    /** Creates a file that is not there yet: its name leads nowhere else. Unlike a channel's, its stream is not closed by an interrupt. */
    private static OutputStream create(Path file, Optional<Set<PosixFilePermission>> permissions) throws IOException {
        if (permissions.isEmpty()) {
            Files.createFile(file);
        } else {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(permissions.get()));
            // The mask of the process may have taken some of them away.
            Files.setPosixFilePermissions(file, permissions.get());
        }
        return Files.newOutputStream(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    }

    /** Permissions of the file that is there; those of a link's target are of no interest. */
    private static Optional<Set<PosixFilePermission>> permissions(Path file) throws IOException {
        PosixFileAttributeView view =
                Files.getFileAttributeView(file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view == null || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        return Optional.of(view.readAttributes().permissions());
    }

    /** An error about the file by the name that its reader knows. */
    private static FileSystemException named(Path file, FileSystemException e) {
        String name = file.toString();
        FileSystemException named;
        if (e instanceof NoSuchFileException) {
            named = new NoSuchFileException(name, null, e.getReason());
        } else if (e instanceof AccessDeniedException) {
            named = new AccessDeniedException(name, null, e.getReason());
        } else {
            named = new FileSystemException(name, null, e.getReason());
        }
        named.initCause(e);
        return named;
    }
}
