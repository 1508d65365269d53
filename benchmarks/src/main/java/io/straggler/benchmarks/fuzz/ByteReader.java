package io.straggler.benchmarks.fuzz;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Reader of numbers and texts of a flight recording, independent of the readers under test.
 *
 * @throws IndexOutOfBoundsException from any method if the bytes end before
 */
final class ByteReader {
    private final byte[] bytes;
    private int at;

    ByteReader(byte[] bytes, int at) {
        this.bytes = bytes;
        this.at = at;
    }

    int at() {
        return at;
    }

    int readByte() {
        return bytes[at++] & 0xff;
    }

    /** A number of base 128, least significant first; the ninth byte has eight bits. */
    long readVarlong() {
        long value = 0;
        for (int i = 0; i < 8; i++) {
            int next = readByte();
            value |= (long) (next & 0x7f) << 7 * i;
            if (next < 0x80) {
                return value;
            }
        }
        return value | (long) readByte() << 56;
    }

    /** A text; empty for one that is null, or that is elsewhere. */
    String readText() {
        int encoding = readByte();
        return switch (encoding) {
            case 2 -> {
                readVarlong();
                yield "";
            }
            case 3 -> readText(StandardCharsets.UTF_8);
            case 4 -> readCharacters();
            case 5 -> readText(StandardCharsets.ISO_8859_1);
            default -> "";
        };
    }

    private String readText(Charset charset) {
        int length = Math.toIntExact(readVarlong());
        String text = new String(bytes, at, length, charset);
        at += length;
        return text;
    }

    private String readCharacters() {
        StringBuilder text = new StringBuilder();
        for (long left = readVarlong(); left > 0; left--) {
            text.append((char) readVarlong());
        }
        return text.toString();
    }
}
