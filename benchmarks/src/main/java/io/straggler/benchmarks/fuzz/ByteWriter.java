package io.straggler.benchmarks.fuzz;

import io.straggler.jfr.chunk.Varlongs;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writer of what events and constants of a flight recording are made of. */
final class ByteWriter {
    private static final int UTF_8 = 3;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** Numbers, each of base 128. */
    ByteWriter numbers(long... values) {
        for (long value : values) {
            Varlongs.write(out, value);
        }
        return this;
    }

    /** A number in nine bytes, which is as long as one can be. */
    ByteWriter wideNumber(long value) {
        for (int i = 0; i < 8; i++) {
            out.write((int) (value >>> 7 * i) & 0x7f | 0x80);
        }
        out.write((int) (value >>> 56));
        return this;
    }

    ByteWriter text(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        return raw(UTF_8).numbers(encoded.length).raw(encoded);
    }

    /** A byte, such as a boolean or the encoding of a text. */
    ByteWriter raw(int value) {
        out.write(value);
        return this;
    }

    ByteWriter raw(byte[] bytes) {
        out.writeBytes(bytes);
        return this;
    }

    byte[] bytes() {
        return out.toByteArray();
    }

    /** The bytes that were written, behind their size, as an event is. */
    byte[] sized() {
        return Varlongs.sized(bytes());
    }
}
