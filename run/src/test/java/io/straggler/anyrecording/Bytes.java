package io.straggler.anyrecording;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Bytes in the encoding of recordings. */
final class Bytes extends ByteArrayOutputStream {
    /** An element of a chunk's description of its types; its texts are added to those that are there. */
    static Bytes element(Map<String, Integer> texts, String name, Map<String, String> attributes, int children) {
        Bytes element = new Bytes().number(index(texts, name)).number(attributes.size());
        attributes.forEach((key, value) -> element.number(index(texts, key)).number(index(texts, value)));
        return element.number(children);
    }

    private static int index(Map<String, Integer> texts, String text) {
        return texts.computeIfAbsent(text, same -> texts.size());
    }

    /** A value of the type that a field of it has: a truth value, a number or a text. */
    Bytes value(Object value) {
        if (value instanceof Boolean flag) {
            write(flag ? 1 : 0);
        } else if (value instanceof Float fraction) {
            writeBytes(ByteBuffer.allocate(Float.BYTES).putFloat(fraction).array());
        } else if (value instanceof Number number) {
            number(number.longValue());
        } else {
            text((String) value);
        }
        return this;
    }

    Bytes number(long value) {
        long left = value;
        for (int i = 0; i < 8 && (left & ~0x7fL) != 0; i++) {
            write((int) (left & 0x7f) | 0x80);
            left >>>= 7;
        }
        write((int) left);
        return this;
    }

    Bytes text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        write(3);
        number(utf8.length).writeBytes(utf8);
        return this;
    }

    /** An event, in front of it its size, which counts itself. */
    Bytes sized(Bytes body) {
        int length = 1;
        while (body.size() + length >= 1L << 7 * length) {
            length++;
        }
        number(body.size() + length).writeBytes(body.toByteArray());
        return this;
    }
}
