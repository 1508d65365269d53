package io.straggler.model.file;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Bytes of a compressed file as they expand, which end in an error when they are more than a recording or a log comes to. */
public final class ExpansionLimit extends FilterInputStream {
    /** Expanded length in multiples of the file's: recordings come to 3 to 10, and gzip allows a thousand. */
    static final int MAX_TIMES = 200;

    /** Expanded length in bytes that is allowed to any file: short ones may be almost empty. */
    static final long ALWAYS_BYTES = 16 << 20;

    private final Path file;
    private long leftBytes;

    /**
     * Limits a stream.
     *
     * @param file what is being expanded
     */
    public ExpansionLimit(Path file, InputStream expanded) throws IOException {
        super(expanded);
        this.file = file;
        this.leftBytes = Math.max(ALWAYS_BYTES, MAX_TIMES * Files.size(file));
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int offset, int count) throws IOException {
        int read = in.read(to, offset, count);
        leftBytes -= Math.max(0, read);
        if (leftBytes < 0) {
            throw new FileSystemException(
                    file.toString(),
                    null,
                    "it expands to more than " + MAX_TIMES + " times its size, which no recording and no log does");
        }
        return read;
    }

    @Override
    public long skip(long count) {
        throw new UnsupportedOperationException("what is skipped has to be counted");
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
