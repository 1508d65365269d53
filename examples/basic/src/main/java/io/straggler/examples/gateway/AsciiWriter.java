package io.straggler.examples.gateway;

import java.nio.ByteBuffer;

/** Writes pipe-separated ASCII fields into a buffer, without garbage. */
final class AsciiWriter {
    private final ByteBuffer target;
    private boolean first = true;

    AsciiWriter(ByteBuffer target) {
        this.target = target;
    }

    /** Empties the buffer for the next message. */
    AsciiWriter begin() {
        target.clear();
        first = true;
        return this;
    }

    /** Makes what was written readable. */
    void end() {
        target.flip();
    }

    AsciiWriter text(String value) {
        separate();
        for (int i = 0; i < value.length(); i++) {
            target.put((byte) value.charAt(i));
        }
        return this;
    }

    AsciiWriter code(char value) {
        separate();
        target.put((byte) value);
        return this;
    }

    AsciiWriter number(long value) {
        separate();
        digits(value);
        return this;
    }

    /** A number with a letter in front, as client order ids are: {@code O4711}. */
    AsciiWriter tagged(char tag, long value) {
        separate();
        target.put((byte) tag);
        digits(value);
        return this;
    }

    AsciiWriter price(long ticks) {
        separate();
        digits(ticks / 100);
        target.put((byte) '.');
        target.put((byte) ('0' + ticks / 10 % 10));
        target.put((byte) ('0' + ticks % 10));
        return this;
    }

    private void separate() {
        if (!first) {
            target.put((byte) '|');
        }
        first = false;
    }

    private void digits(long value) {
        long scale = 1;
        while (value / scale >= 10) {
            scale *= 10;
        }
        for (; scale > 0; scale /= 10) {
            target.put((byte) ('0' + value / scale % 10));
        }
    }
}
