package io.straggler.examples.encoding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** The bytes of one packet, written from front to back in little-endian order. Allocates nothing once it is there. */
public final class PacketBuffer {
    private static final VarHandle SHORTS = view(short[].class);
    private static final VarHandle INTS = view(int[].class);
    private static final VarHandle LONGS = view(long[].class);

    private final byte[] bytes;
    private final CRC32C crc = new CRC32C();
    private int length;

    public PacketBuffer(int capacityBytes) {
        bytes = new byte[capacityBytes];
    }

    private static VarHandle view(Class<?> array) {
        return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.LITTLE_ENDIAN);
    }

    public void clear() {
        length = 0;
    }

    void putByte(int value) {
        bytes[length] = (byte) value;
        length += Byte.BYTES;
    }

    void putShort(int value) {
        SHORTS.set(bytes, length, (short) value);
        length += Short.BYTES;
    }

    void putInt(int value) {
        INTS.set(bytes, length, value);
        length += Integer.BYTES;
    }

    void putLong(long value) {
        LONGS.set(bytes, length, value);
        length += Long.BYTES;
    }

    /** The CRC-32C of what was written. */
    int checksum() {
        crc.reset();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    byte[] written() {
        return Arrays.copyOf(bytes, length);
    }
}
