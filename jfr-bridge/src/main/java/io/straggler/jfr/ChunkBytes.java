package io.straggler.jfr;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A reading position in the bytes of one chunk, which never goes beyond a limit: what is read past it throws
 * {@link CorruptChunkException}, and no length is believed that the rest of the bytes could not hold.
 */
final class ChunkBytes {
    private final ByteBuffer buffer;

    ChunkBytes(ByteBuffer buffer) {
        this.buffer = buffer;
    }

    int position() {
        return buffer.position();
    }

    int size() {
        return buffer.capacity();
    }

    int remaining() {
        return buffer.remaining();
    }

    /** Moves to {@code from}; nothing at or after {@code to} will be read. */
    void window(int from, int to) {
        if (from < 0 || to < from || to > buffer.capacity()) {
            throw new CorruptChunkException("stretch must lie within the chunk: from=" + from + ", to=" + to);
        }
        buffer.limit(to).position(from);
    }

    byte readByte() {
        require(1);
        return buffer.get();
    }

    float readFloat() {
        require(Float.BYTES);
        return buffer.getFloat();
    }

    double readDouble() {
        require(Double.BYTES);
        return buffer.getDouble();
    }

    /** A number in up to nine bytes of seven bits, least significant first; the ninth has eight. */
    long readVarlong() {
        long result = 0;
        for (int shift = 0; shift < 56; shift += 7) {
            byte b = readByte();
            result |= (b & 0x7fL) << shift;
            if (b >= 0) {
                return result;
            }
        }
        return result | (readByte() & 0xffL) << 56;
    }

    /** A number of things, each of which takes at least one byte. */
    int readCount() {
        long count = readVarlong();
        if (count < 0 || count > buffer.remaining()) {
            throw new CorruptChunkException("count must fit into the rest: count=" + count);
        }
        return (int) count;
    }

    byte[] readBytes() {
        byte[] bytes = new byte[readCount()];
        buffer.get(bytes);
        return bytes;
    }

    String readUtf8() {
        return new String(readBytes(), StandardCharsets.UTF_8);
    }

    String readLatin1() {
        return new String(readBytes(), StandardCharsets.ISO_8859_1);
    }

    String readChars() {
        char[] chars = new char[readCount()];
        for (int i = 0; i < chars.length; i++) {
            chars[i] = (char) readVarlong();
        }
        return new String(chars);
    }

    void skip(int bytes) {
        require(bytes);
        buffer.position(buffer.position() + bytes);
    }

    private void require(int bytes) {
        if (buffer.remaining() < bytes) {
            throw new CorruptChunkException("value must end before its event does: position=" + buffer.position());
        }
    }
}
