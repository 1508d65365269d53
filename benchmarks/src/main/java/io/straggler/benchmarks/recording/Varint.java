package io.straggler.benchmarks.recording;

import java.nio.ByteBuffer;

/** Numbers as recordings hold them: seven bits a byte, least significant first; a ninth byte has eight. */
final class Varint {
    private Varint() {}

    static long read(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; shift < 56; shift += 7) {
            byte next = in.get();
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        return value | (in.get() & 0xffL) << 56;
    }

    static void write(ByteBuffer out, long value) {
        long rest = value;
        for (int bytes = 1; bytes < 9; bytes++) {
            if ((rest & ~0x7fL) == 0) {
                out.put((byte) rest);
                return;
            }
            out.put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        out.put((byte) rest);
    }

    /** Puts a number below 2²⁸ into exactly four bytes at {@code position}. */
    static void putPadded(ByteBuffer out, int position, int value) {
        out.put(position, (byte) (value | 0x80));
        out.put(position + 1, (byte) (value >>> 7 | 0x80));
        out.put(position + 2, (byte) (value >>> 14 | 0x80));
        out.put(position + 3, (byte) (value >>> 21 & 0x7f));
    }
}
