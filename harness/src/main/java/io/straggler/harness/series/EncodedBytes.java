package io.straggler.harness.series;

import java.io.EOFException;
import java.io.IOException;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Bytes of one histogram after the other, expanded where they are compressed. The inflater and its buffer are made once: for histograms of
 * a hundred bytes, making them takes longer than reading. For one thread.
 */
final class EncodedBytes implements AutoCloseable {
    private final Inflater inflater = new Inflater();
    private final byte[] expanded = new byte[512];

    private byte[] bytes = expanded;
    private int position;
    private int limit;
    private boolean compressed;

    /** Goes on with bytes as they are. */
    void plain(byte[] from) {
        bytes = from;
        position = 0;
        limit = from.length;
        compressed = false;
    }

    /** Goes on with compressed bytes. */
    void compressed(byte[] from, int offset, int length) {
        inflater.reset();
        inflater.setInput(from, offset, length);
        bytes = expanded;
        position = 0;
        limit = 0;
        compressed = true;
    }

    /** @throws EOFException if there is no further byte */
    int readByte() throws IOException {
        if (position == limit) {
            expand();
        }
        return bytes[position++] & 0xff;
    }

    /** Reads a signed number of the given length in bytes, the highest byte first. */
    long read(int length) throws IOException {
        long number = (byte) readByte();
        for (int i = 1; i < length; i++) {
            number = number << Byte.SIZE | readByte();
        }
        return number;
    }

    int readInt() throws IOException {
        return (int) read(Integer.BYTES);
    }

    private void expand() throws IOException {
        int length = 0;
        try {
            if (compressed) {
                length = inflater.inflate(expanded);
            }
        } catch (DataFormatException e) {
            throw new IOException("compressed histogram must be undamaged: " + e.getMessage(), e);
        }
        // Nothing comes where the histogram ends, is cut off or wants a dictionary.
        if (length == 0) {
            throw new EOFException("histogram must be whole");
        }
        position = 0;
        limit = length;
    }

    @Override
    public void close() {
        inflater.end();
    }
}
