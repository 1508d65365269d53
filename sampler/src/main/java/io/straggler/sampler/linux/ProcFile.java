package io.straggler.sampler.linux;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A small file of numbers that the kernel writes anew for every reading, read again and again. It stays open and reads without allocating while {@link DescriptorShare} has
 * room; beyond that it is opened for each reading. For one thread.
 */
public final class ProcFile implements Closeable {
    private final String path;
    private final DescriptorShare share;
    private final @Nullable RandomAccessFile file;
    private boolean counted;
    private final byte[] buffer = new byte[4096];
    private int length;
    private int position;

    public ProcFile(String path) throws FileNotFoundException {
        this(path, DescriptorShare.ofThisProcess());
    }

    ProcFile(String path, DescriptorShare share) throws FileNotFoundException {
        this.path = path;
        this.share = share;
        RandomAccessFile opened = new RandomAccessFile(path, "r");
        counted = share.take();
        file = counted ? opened : null;
        if (!counted) {
            close(opened);
        }
    }

    /** A label as the methods below want it. */
    public static byte[] label(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Reads the file; the next number is its first. */
    public void load() throws IOException {
        if (file != null) {
            file.seek(0);
            fill(file);
        } else {
            try (RandomAccessFile once = new RandomAccessFile(path, "r")) {
                fill(once);
            }
        }
    }

    private void fill(RandomAccessFile from) throws IOException {
        length = Math.max(0, from.read(buffer, 0, buffer.length - 1));
        buffer[length] = '\n';
        position = 0;
    }

    /** Goes to after the last character of a kind. */
    public void skipBehindLast(char character) {
        position = length;
        while (position > 0 && buffer[position - 1] != character) {
            position--;
        }
    }

    public void skipFields(int count) {
        for (int i = 0; i < count; i++) {
            while (buffer[position] == ' ') {
                position++;
            }
            while (buffer[position] != ' ' && buffer[position] != '\n') {
                position++;
            }
        }
    }

    /** The next number; 0 if none follows. */
    public long number() {
        while (buffer[position] == ' ' || buffer[position] == '\t') {
            position++;
        }
        long value = 0;
        while (buffer[position] >= '0' && buffer[position] <= '9') {
            value = value * 10 + buffer[position++] - '0';
        }
        return value;
    }

    /** The number behind a label; 0 if it is not there. */
    public long labelled(byte[] label) {
        for (int i = 0; i + label.length < length; i++) {
            int k = 0;
            while (k < label.length && buffer[i + k] == label[k]) {
                k++;
            }
            if (k == label.length) {
                position = i + k;
                return number();
            }
        }
        return 0;
    }

    @Override
    public void close() {
        if (file != null) {
            close(file);
        }
        if (counted) {
            counted = false;
            share.give();
        }
    }

    private static void close(RandomAccessFile file) {
        try {
            file.close();
        } catch (IOException e) {
            // It was only read.
        }
    }
}
