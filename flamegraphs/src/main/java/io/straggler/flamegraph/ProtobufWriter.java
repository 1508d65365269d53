package io.straggler.flamegraph;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Encodes one message of protocol buffers, field by field. Only what {@link PprofFormat} and {@link OtlpFormat} need. */
final class ProtobufWriter {
    private static final int VARINT = 0;
    private static final int FIXED_64 = 1;
    private static final int LENGTH_DELIMITED = 2;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    ProtobufWriter number(int field, long value) {
        varint((long) field << 3 | VARINT);
        varint(value);
        return this;
    }

    ProtobufWriter fixed64(int field, long value) {
        varint((long) field << 3 | FIXED_64);
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            out.write((int) (value >>> shift));
        }
        return this;
    }

    ProtobufWriter text(int field, String text) {
        return bytes(field, text.getBytes(StandardCharsets.UTF_8));
    }

    ProtobufWriter message(int field, ProtobufWriter message) {
        return bytes(field, message.bytes());
    }

    /** A list of numbers; nothing if there are none. */
    ProtobufWriter packed(int field, long... values) {
        if (values.length == 0) {
            return this;
        }
        ProtobufWriter inner = new ProtobufWriter();
        for (long value : values) {
            inner.varint(value);
        }
        return bytes(field, inner.bytes());
    }

    /** A message that is encoded already, or any other bytes. */
    ProtobufWriter bytes(int field, byte[] bytes) {
        varint((long) field << 3 | LENGTH_DELIMITED);
        varint(bytes.length);
        out.writeBytes(bytes);
        return this;
    }

    byte[] bytes() {
        return out.toByteArray();
    }

    private void varint(long value) {
        long left = value;
        while ((left & ~0x7fL) != 0) {
            out.write((int) (left & 0x7f | 0x80));
            left >>>= 7;
        }
        out.write((int) left);
    }
}
