package io.straggler.jfr.chunk;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A reading position in the bytes of one chunk, which never goes beyond a limit: what is read past it throws
 * {@link CorruptChunkException}, and no length is believed that the rest of the bytes could not hold.
 */
public final class ChunkBytes {
    private static final int LONGEST_VARLONG = 9;

    /** Its size and its type, and something that it says. */
    private static final int SHORTEST_EVENT = 3;

    private final ByteBuffer buffer;
    private final int size;

    /** The buffer's own, from which numbers are read in half the time; {@code null} for a mapped file. */
    private final byte @Nullable [] array;

    private final int arrayFrom;

    // Position and limit, apart from the buffer's: the inner loops of a large recording are made of these two.
    private int position;
    private int limit;

    public ChunkBytes(ByteBuffer buffer) {
        this.buffer = buffer;
        this.size = buffer.capacity();
        this.array = buffer.hasArray() ? buffer.array() : null;
        this.arrayFrom = buffer.hasArray() ? buffer.arrayOffset() : 0;
        this.position = buffer.position();
        this.limit = buffer.limit();
    }

    public int position() {
        return position;
    }

    public int size() {
        return size;
    }

    int remaining() {
        return limit - position;
    }

    /** Moves to {@code from}; nothing at or after {@code to} will be read. */
    public void window(int from, int to) {
        if (from < 0 || to < from || to > size) {
            throw notWithin(from, to);
        }
        position = from;
        limit = to;
    }

    public byte readByte() {
        if (position >= limit) {
            throw outside();
        }
        return buffer.get(position++);
    }

    float readFloat() {
        return buffer.getFloat(taken(Float.BYTES));
    }

    double readDouble() {
        return buffer.getDouble(taken(Double.BYTES));
    }

    /**
     * Goes over events that nobody needs to look at, wherever the position is: most of many recordings, and most of the time of
     * reading these. Only over those whose size is a number of one byte and their type's of one or two.
     *
     * @param at where an event begins
     * @param skips by the type's number; {@code null}, as a greater number, for those that have to be looked at
     * @return where the first event begins that has to be looked at, or the end
     */
    int skipEvents(int at, SkipRule[] skips) {
        if (array == null) {
            return at;
        }
        byte[] from = array;
        int next = arrayFrom + at;
        int end = arrayFrom + size;
        while (next + SHORTEST_EVENT <= end) {
            int length = from[next];
            if (length < SHORTEST_EVENT || length > end - next) {
                break;
            }
            int body = next + 2;
            int type = from[next + 1];
            if (type < 0) {
                int high = from[body++];
                if (high < 0) {
                    break;
                }
                type = high << 7 | type & 0x7f;
            }
            SkipRule skip = type < skips.length ? skips[type] : null;
            if (skip == null
                    || skip.times() != null
                            && !isExcluded(from, skip.times(), skip.hasDuration(), body, next + length)) {
                break;
            }
            next += length;
        }
        return next - arrayFrom;
    }

    /** Whether an event is known not to be wanted; false also where its times are not read that easily. */
    private static boolean isExcluded(byte[] from, WantedTimes wanted, boolean hasDuration, int body, int eventEnd) {
        int at = body;
        if (from.length - at < 2 * LONGEST_VARLONG) {
            return false;
        }
        long start = 0;
        long end = 0;
        for (int i = 0; i < (hasDuration ? 2 : 1); i++) {
            long number = 0;
            byte b;
            int shift = 0;
            do {
                if (shift == 56) {
                    return false;
                }
                b = from[at++];
                number |= (b & 0x7fL) << shift;
                shift += 7;
            } while (b < 0);
            start = i == 0 ? number : start;
            end += number;
        }
        return at <= eventEnd && wanted.excludes(start, end);
    }

    /** A number in up to nine bytes of seven bits, least significant first; the ninth has eight. */
    public long readVarlong() {
        // Most of the time of reading is spent here.
        if (array == null || limit - position < LONGEST_VARLONG) {
            return readVarlongNearLimit();
        }
        int at = arrayFrom + position;
        byte b = array[at++];
        long result = b & 0x7fL;
        for (int shift = 7; b < 0; shift += 7) {
            b = array[at++];
            if (shift == 56) {
                result |= (b & 0xffL) << 56;
                break;
            }
            result |= (b & 0x7fL) << shift;
        }
        position = at - arrayFrom;
        return result;
    }

    private long readVarlongNearLimit() {
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

    /** Reads a count of elements, each of which takes at least one byte. */
    public int readCount() {
        long count = readVarlong();
        if (count < 0 || count > remaining()) {
            throw new CorruptChunkException("count must fit into the rest: count=" + count);
        }
        return (int) count;
    }

    byte[] readBytes() {
        byte[] bytes = new byte[readCount()];
        buffer.get(taken(bytes.length), bytes);
        return bytes;
    }

    /** All up to the limit. */
    byte[] readRest() {
        byte[] bytes = new byte[remaining()];
        buffer.get(taken(bytes.length), bytes);
        return bytes;
    }

    public String readUtf8() {
        return new String(readBytes(), StandardCharsets.UTF_8);
    }

    public String readLatin1() {
        return new String(readBytes(), StandardCharsets.ISO_8859_1);
    }

    public String readChars() {
        char[] chars = new char[readCount()];
        for (int i = 0; i < chars.length; i++) {
            chars[i] = (char) readVarlong();
        }
        return new String(chars);
    }

    void skip(int bytes) {
        taken(bytes);
    }

    /** Where the next bytes begin, which from now on are behind the position. */
    private int taken(int bytes) {
        int from = position;
        if (bytes > limit - from) {
            throw outside();
        }
        position = from + bytes;
        return from;
    }

    private static CorruptChunkException notWithin(int from, int to) {
        return new CorruptChunkException("range must lie within the chunk: from=" + from + ", to=" + to);
    }

    private CorruptChunkException outside() {
        return new CorruptChunkException("value must end before its event does: position=" + position);
    }
}
