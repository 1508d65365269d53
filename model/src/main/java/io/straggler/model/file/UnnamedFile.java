package io.straggler.model.file;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.LongSupplier;

/**
 * Temporary file that is known by its channel alone. On Linux its name is gone as soon as it is open, so that it goes with the process however that ends;
 * elsewhere it goes when the channel is closed.
 */
public final class UnnamedFile {
    /** Bytes that are left to others on the disk of the temporary folder. */
    static final long RESERVED_BYTES = 64 << 20;

    private static final int BUFFER = 1 << 18;

    private final Path folder;
    private final FileChannel content;

    private UnnamedFile(Path folder, FileChannel content) {
        this.folder = folder;
        this.content = content;
    }

    /** Creates an empty file in the temporary folder. */
    public static UnnamedFile create() throws IOException {
        Path folder = Path.of(System.getProperty("java.io.tmpdir", "."));
        Path file = Files.createTempFile(folder, "straggler-", ".expanded");
        try {
            FileChannel content = FileChannel.open(
                    file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
            return new UnnamedFile(folder, content);
        } catch (IOException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    /** Its bytes; whoever closes this deletes the file. */
    public FileChannel content() {
        return content;
    }

    /**
     * Appends the rest of a stream.
     *
     * @param of the file that the stream is made of, for messages
     * @throws FileSystemException if the disk would be full
     */
    public void append(String of, InputStream from) throws IOException {
        append(of, from, () -> DiskSpace.usableBytes(folder));
    }

    void append(String of, InputStream from, LongSupplier usableBytes) throws IOException {
        byte[] buffer = new byte[BUFFER];
        for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
            write(of, ByteBuffer.wrap(buffer, 0, read), usableBytes.getAsLong());
        }
    }

    /**
     * Appends a part of another file.
     *
     * @param of name of that file, for messages
     * @throws FileSystemException if the disk would be full
     */
    public void append(String of, FileChannel from, long offset, long bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
        long end = offset + bytes;
        for (long at = offset; at < end; at += buffer.limit()) {
            buffer.clear().limit((int) Math.min(BUFFER, end - at));
            if (from.read(buffer, at) <= 0) {
                throw new EOFException("file became shorter while it was read");
            }
            write(of, buffer.flip(), DiskSpace.usableBytes(folder));
        }
    }

    private void write(String of, ByteBuffer bytes, long usableBytes) throws IOException {
        if (usableBytes - bytes.remaining() < RESERVED_BYTES) {
            throw new FileSystemException(
                    of,
                    null,
                    "what has to be expanded of it does not fit into " + folder + ", of which " + (RESERVED_BYTES >> 20)
                            + " MB are left to others: make room, or name another folder with"
                            + " JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=DIR");
        }
        while (bytes.hasRemaining()) {
            content.write(bytes);
        }
    }
}
