package io.straggler.flamegraph;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads back what {@link PprofFormat} writes, by the message's definition and not by the writer's code. */
final class PprofReader {
    private final Map<Integer, List<Object>> fields;

    private PprofReader(Map<Integer, List<Object>> fields) {
        this.fields = fields;
    }

    static PprofReader of(byte[] message) {
        Map<Integer, List<Object>> fields = new HashMap<>();
        int[] at = {0};
        while (at[0] < message.length) {
            long key = varint(message, at);
            int field = (int) (key >>> 3);
            Object value;
            if ((key & 7) == 0) {
                value = varint(message, at);
            } else {
                int length = (int) varint(message, at);
                byte[] bytes = Arrays.copyOfRange(message, at[0], at[0] + length);
                at[0] += length;
                value = bytes;
            }
            fields.computeIfAbsent(field, key2 -> new ArrayList<>()).add(value);
        }
        return new PprofReader(fields);
    }

    private static long varint(byte[] bytes, int[] at) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = bytes[at[0]++];
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    long number(int field) {
        return (Long) fields.get(field).get(0);
    }

    private List<PprofReader> messages(int field) {
        return fields.getOrDefault(field, List.of()).stream()
                .map(bytes -> of((byte[]) bytes))
                .toList();
    }

    private List<Long> packed(int field) {
        byte[] bytes = (byte[]) fields.get(field).get(0);
        List<Long> values = new ArrayList<>();
        int[] at = {0};
        while (at[0] < bytes.length) {
            values.add(varint(bytes, at));
        }
        return values;
    }

    private String string(long index) {
        return new String((byte[]) fields.get(6).get((int) index), StandardCharsets.UTF_8);
    }

    List<String> sampleTypes() {
        return messages(1).stream()
                .map(type -> string(type.number(1)) + " " + string(type.number(2)))
                .toList();
    }

    /** The value that {@code pprof} shows unless another one is asked for; empty where it takes the last one. */
    String defaultSampleType() {
        return fields.containsKey(14) ? string(number(14)) : "";
    }

    /** The sums of the values of all samples. */
    List<Long> totals() {
        return List.of(total(0), total(1));
    }

    private long total(int value) {
        return messages(2).stream()
                .mapToLong(sample -> sample.packed(2).get(value))
                .sum();
    }

    /** Of each sample, by key; numbers with their unit. */
    List<Map<String, String>> labels() {
        List<Map<String, String>> all = new ArrayList<>();
        for (PprofReader sample : messages(2)) {
            Map<String, String> labels = new HashMap<>();
            for (PprofReader label : sample.messages(3)) {
                String number = label.fields.containsKey(3) ? Long.toString(label.number(3)) : "";
                String text = label.fields.containsKey(2) ? string(label.number(2)) : "";
                String unit = label.fields.containsKey(4) ? " " + string(label.number(4)) : "";
                labels.put(string(label.number(1)), text + number + unit);
            }
            all.add(labels);
        }
        return all;
    }

    /** Names root first, with the values of the sample. */
    Map<List<String>, List<Long>> stacks() {
        Map<Long, Long> nameOfFunction = new HashMap<>();
        messages(5).forEach(function -> nameOfFunction.put(function.number(1), function.number(2)));
        Map<Long, Long> functionOfLocation = new HashMap<>();
        messages(4)
                .forEach(location -> functionOfLocation.put(
                        location.number(1), location.messages(4).get(0).number(1)));
        Map<List<String>, List<Long>> stacks = new HashMap<>();
        messages(2).forEach(sample -> {
            List<String> names = new ArrayList<>();
            sample.packed(1)
                    .forEach(location -> names.add(string(nameOfFunction.get(functionOfLocation.get(location)))));
            Collections.reverse(names);
            stacks.put(names, sample.packed(2));
        });
        return stacks;
    }
}
