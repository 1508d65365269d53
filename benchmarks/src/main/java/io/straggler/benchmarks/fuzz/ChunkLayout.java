package io.straggler.benchmarks.fuzz;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * The first chunk of a recording as a header and a list of events, which can be changed and written again: places in the header and the
 * chain of constant pools then lead to where the events have gone.
 *
 * <pre>
 * 0 magic  4 version  8 size  16 last pool  24 metadata  32 start  40 duration  48 ticks  56 ticks per second  64 features  68 events
 * </pre>
 */
final class ChunkLayout {
    static final int HEADER = 68;
    static final int SIZE_AT = 8;
    static final int POOLS_AT = 16;
    static final int METADATA_AT = 24;
    static final int START_AT = 32;
    static final int DURATION_AT = 40;
    static final int TICKS_AT = 48;
    static final int FREQUENCY_AT = 56;

    private static final int METADATA = 0;
    private static final int POOLS = 1;

    private final byte[] header;
    private final List<Part> parts;

    /** Bytes behind the last event that could be read, other chunks included. */
    private final byte[] rest;

    /**
     * An event.
     *
     * @param from its place in the file that was read; negative for one that was added
     * @param body without its size
     */
    record Part(int from, byte[] body) {
        long type() {
            return body.length == 0 ? -1 : new ByteReader(body, 0).readVarlong();
        }

        Part with(byte[] other) {
            return new Part(from, other);
        }
    }

    private ChunkLayout(byte[] header, List<Part> parts, byte[] rest) {
        this.header = header;
        this.parts = parts;
        this.rest = rest;
    }

    /** Layout of a file as far as it can be read; empty if it has no whole header. */
    static Optional<ChunkLayout> of(byte[] file) {
        if (file.length < HEADER) {
            return Optional.empty();
        }
        long size = new LongAt(file, SIZE_AT).value();
        int end = size < HEADER || size > file.length ? file.length : (int) size;
        List<Part> parts = new ArrayList<>();
        int at = HEADER;
        while (at < end) {
            int bodyAt;
            long length;
            try {
                ByteReader in = new ByteReader(file, at);
                length = in.readVarlong();
                bodyAt = in.at();
            } catch (IndexOutOfBoundsException e) {
                break;
            }
            if (length <= bodyAt - at || length > end - at) {
                break;
            }
            parts.add(new Part(at, Arrays.copyOfRange(file, bodyAt, at + (int) length)));
            at += (int) length;
        }
        return Optional.of(
                new ChunkLayout(Arrays.copyOf(file, HEADER), parts, Arrays.copyOfRange(file, at, file.length)));
    }

    /** Eight bytes of a header. */
    private record LongAt(byte[] bytes, int at) {
        long value() {
            long value = 0;
            for (int i = 0; i < 8; i++) {
                value = value << 8 | bytes[at + i] & 0xff;
            }
            return value;
        }
    }

    /** The events, to be changed in place. */
    List<Part> parts() {
        return parts;
    }

    /** The events that are neither metadata nor constants, by index. */
    List<Integer> events() {
        return indexes(type -> type > POOLS);
    }

    List<Integer> pools() {
        return indexes(type -> type == POOLS);
    }

    List<Integer> metadata() {
        return indexes(type -> type == METADATA);
    }

    private List<Integer> indexes(LongPredicate wanted) {
        List<Integer> indexes = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            if (wanted.test(parts.get(i).type())) {
                indexes.add(i);
            }
        }
        return indexes;
    }

    byte[] bytes() {
        List<byte[]> written = new ArrayList<>();
        Map<Long, Integer> moved = new HashMap<>();
        int at = HEADER;
        for (Part part : parts) {
            byte[] event = new ByteWriter().raw(withDelta(part, 0)).sized();
            moved.putIfAbsent((long) part.from, at);
            written.add(event);
            at += event.length;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(movedHeader(moved, at));
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            long delta = delta(part);
            Integer target = moved.get(part.from + delta);
            out.writeBytes(
                    delta == 0 || target == null
                            ? written.get(i)
                            : new ByteWriter()
                                    .raw(withDelta(part, target - out.size()))
                                    .sized());
        }
        out.writeBytes(rest);
        return out.toByteArray();
    }

    private byte[] movedHeader(Map<Long, Integer> moved, int end) {
        byte[] to = header.clone();
        ByteMutators.putLong(to, SIZE_AT, 8, end);
        for (int place : new int[] {POOLS_AT, METADATA_AT}) {
            long from = new LongAt(header, place).value();
            ByteMutators.putLong(to, place, 8, moved.getOrDefault(from, (int) from));
        }
        return to;
    }

    /** Distance from constants to those before; zero for any other event. */
    private static long delta(Part part) {
        if (part.type() != POOLS) {
            return 0;
        }
        try {
            ByteReader in = new ByteReader(part.body, 0);
            in.readVarlong();
            in.readVarlong();
            in.readVarlong();
            return in.readVarlong();
        } catch (IndexOutOfBoundsException e) {
            return 0;
        }
    }

    /** An event as it is, but for the distance, which is as long for any number. */
    private static byte[] withDelta(Part part, long delta) {
        if (delta(part) == 0) {
            return part.body;
        }
        ByteReader in = new ByteReader(part.body, 0);
        return new ByteWriter()
                .numbers(in.readVarlong(), in.readVarlong(), in.readVarlong())
                .wideNumber(delta)
                .raw(behind(part.body, in))
                .bytes();
    }

    private static byte[] behind(byte[] body, ByteReader read) {
        read.readVarlong();
        return Arrays.copyOfRange(body, read.at(), body.length);
    }
}
