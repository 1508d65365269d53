package io.straggler;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Fields of a protocol buffers message, by number. Fails on bytes that are no message. */
final class ProtobufFields {
    private final Map<Integer, List<Object>> fields = new HashMap<>();

    private ProtobufFields() {}

    static ProtobufFields of(byte[] message) {
        return of(ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN));
    }

    private static ProtobufFields of(ByteBuffer in) {
        ProtobufFields all = new ProtobufFields();
        while (in.hasRemaining()) {
            long key = varint(in);
            Object value = switch ((int) (key & 7)) {
                case 0 -> varint(in);
                case 1 -> in.getLong();
                case 2 -> bytes(in);
                default -> throw new IllegalArgumentException("unknown wire type: key=" + key);
            };
            all.fields
                    .computeIfAbsent((int) (key >>> 3), number -> new ArrayList<>())
                    .add(value);
        }
        return all;
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = in.get();
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    private static ByteBuffer bytes(ByteBuffer in) {
        int length = Math.toIntExact(varint(in));
        ByteBuffer bytes = in.slice(in.position(), length).order(ByteOrder.LITTLE_ENDIAN);
        in.position(in.position() + length);
        return bytes;
    }

    private List<Object> all(int field) {
        return fields.getOrDefault(field, List.of());
    }

    List<ProtobufFields> messages(int field) {
        return all(field).stream()
                .map(value -> of(((ByteBuffer) value).duplicate().order(ByteOrder.LITTLE_ENDIAN)))
                .toList();
    }

    List<String> texts(int field) {
        return all(field).stream()
                .map(value -> StandardCharsets.UTF_8
                        .decode(((ByteBuffer) value).duplicate())
                        .toString())
                .toList();
    }

    /** The number; 0 for a field that is absent. */
    int number(int field) {
        return all(field).isEmpty() ? 0 : Math.toIntExact((Long) all(field).get(0));
    }

    /** Numbers of a repeated field, packed or not. */
    List<Long> numbers(int field) {
        List<Long> numbers = new ArrayList<>();
        for (Object value : all(field)) {
            if (value instanceof ByteBuffer packed) {
                ByteBuffer in = packed.duplicate();
                while (in.hasRemaining()) {
                    numbers.add(varint(in));
                }
            } else {
                numbers.add((Long) value);
            }
        }
        return numbers;
    }

    /** How many numbers of eight bytes each a packed field holds. */
    int instants(int field) {
        return all(field).stream()
                .mapToInt(value -> ((ByteBuffer) value).remaining() / Long.BYTES)
                .sum();
    }
}
