package io.straggler.flamegraph;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Encodes one message of protocol buffers, field by field. Only what {@link PprofFormat} needs. */
final class ProtobufWriter {
    private static final int VARINT = 0;
    private static final int LENGTH_DELIMITED = 2;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    ProtobufWriter number(int field, long value) {
        varint((long) field << 3 | VARINT);
        varint(value);
        return this;
    }

    ProtobufWriter text(int field, String text) {
        return delimited(field, text.getBytes(StandardCharsets.UTF_8));
    }

    ProtobufWriter message(int field, ProtobufWriter message) {
        return delimited(field, message.bytes());
    }

    ProtobufWriter packed(int field, long... values) {
        ProtobufWriter inner = new ProtobufWriter();
        for (long value : values) {
            inner.varint(value);
        }
        return delimited(field, inner.bytes());
    }

    byte[] bytes() {
        return out.toByteArray();
    }

    private ProtobufWriter delimited(int field, byte[] bytes) {
        varint((long) field << 3 | LENGTH_DELIMITED);
        varint(bytes.length);
        out.writeBytes(bytes);
        return this;
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
