package io.straggler.jfr.chunk;

import java.io.ByteArrayOutputStream;

/** Numbers as JFR writes them: seven bits a byte, least significant first, eight in a ninth byte. */
public final class Varlongs {
    private Varlongs() {}

    public static void write(ByteArrayOutputStream out, long value) {
        long rest = value;
        for (int i = 0; i < 8; i++) {
            if ((rest & ~0x7fL) == 0) {
                out.write((int) rest);
                return;
            }
            out.write((int) (rest & 0x7f | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    static int length(long value) {
        int length = 1;
        for (long rest = value >>> 7; rest != 0 && length < 9; rest >>>= 7) {
            length++;
        }
        return length;
    }

    /** An event: its size, which counts itself, and its body. */
    public static byte[] sized(byte[] body) {
        int sizeLength = length(body.length + length(body.length));
        ByteArrayOutputStream out = new ByteArrayOutputStream(body.length + sizeLength);
        write(out, body.length + sizeLength);
        out.writeBytes(body);
        return out.toByteArray();
    }
}
