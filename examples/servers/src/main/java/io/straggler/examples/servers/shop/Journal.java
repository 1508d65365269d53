package io.straggler.examples.servers.shop;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** File of lines, the last few of which a crash of the machine may cost. From any thread. */
final class Journal implements Closeable {
    private final FileChannel file;
    private final int linesAtRisk;
    private int unforced;

    private Journal(FileChannel file, int linesAtRisk) {
        this.file = file;
        this.linesAtRisk = linesAtRisk;
    }

    /**
     * Makes the file, which must not exist.
     *
     * @param linesAtRisk after so many lines the disk is waited for
     */
    static Journal create(Path path, int linesAtRisk) throws IOException {
        return new Journal(
                FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), linesAtRisk);
    }

    synchronized void record(String line) throws IOException {
        ByteBuffer bytes = StandardCharsets.US_ASCII.encode(line + "\n");
        while (bytes.hasRemaining()) {
            file.write(bytes);
        }
        if (++unforced == linesAtRisk) {
            file.force(false);
            unforced = 0;
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
