package io.straggler.flamegraph;

import io.straggler.model.FrameKind;
import io.straggler.model.StackFrame;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a profiles message of OpenTelemetry points to by number: strings, functions, locations, stacks and attributes, in a table each, each of
 * them once. Number 0 of every table is an empty one, which stands for none. Not thread-safe.
 */
final class OtlpDictionary {
    // Field numbers of ProfilesDictionary, and of what is in its tables.
    private static final int MAPPING_TABLE = 1;
    private static final int LOCATION_TABLE = 2;
    private static final int FUNCTION_TABLE = 3;
    private static final int LINK_TABLE = 4;
    private static final int STRING_TABLE = 5;
    private static final int ATTRIBUTE_TABLE = 6;
    private static final int STACK_TABLE = 7;
    private static final int LINK_TRACE_ID = 1;
    private static final int LINK_SPAN_ID = 2;
    private static final int STACK_LOCATION_INDICES = 1;
    private static final int LOCATION_LINES = 3;
    private static final int LOCATION_ATTRIBUTE_INDICES = 4;
    private static final int LINE_FUNCTION_INDEX = 1;
    private static final int FUNCTION_NAME_STRINDEX = 1;
    private static final int ATTRIBUTE_KEY_STRINDEX = 1;
    private static final int ATTRIBUTE_VALUE = 2;
    private static final int ATTRIBUTE_UNIT_STRINDEX = 3;
    private static final int ANY_VALUE_STRING = 1;
    private static final int ANY_VALUE_INT = 3;

    /** Nanoseconds, in the code for units that attributes use. */
    private static final String NANOSECONDS = "ns";

    private final ValueTable<String> strings = new ValueTable<>("");
    private final ValueTable<ByteBuffer> functions = messages();
    private final ValueTable<ByteBuffer> locations = messages();
    private final ValueTable<ByteBuffer> stacks = messages();
    private final ValueTable<ByteBuffer> attributes = messages();
    private final Map<StackFrame, Integer> locationOf = new HashMap<>();

    private static ValueTable<ByteBuffer> messages() {
        return new ValueTable<>(ByteBuffer.allocate(0));
    }

    private static int indexOf(ProtobufWriter message, ValueTable<ByteBuffer> table) {
        return table.indexOf(ByteBuffer.wrap(message.bytes()));
    }

    int string(String text) {
        return strings.indexOf(text);
    }

    /** @param frames root first */
    int stack(List<StackFrame> frames) {
        long[] leafFirst = new long[frames.size()];
        for (int i = 0; i < leafFirst.length; i++) {
            leafFirst[i] = locationOf.computeIfAbsent(frames.get(leafFirst.length - 1 - i), this::location);
        }
        return indexOf(new ProtobufWriter().packed(STACK_LOCATION_INDICES, leafFirst), stacks);
    }

    private int location(StackFrame frame) {
        ProtobufWriter function = new ProtobufWriter().number(FUNCTION_NAME_STRINDEX, string(frame.name()));
        ProtobufWriter line = new ProtobufWriter().number(LINE_FUNCTION_INDEX, indexOf(function, functions));
        int kind = attribute("straggler.frame.kind", frame.kind().label());
        long[] kinds = frameType(frame.kind())
                .map(type -> new long[] {attribute("profile.frame.type", type), kind})
                .orElse(new long[] {kind});
        ProtobufWriter location =
                new ProtobufWriter().message(LOCATION_LINES, line).packed(LOCATION_ATTRIBUTE_INDICES, kinds);
        return indexOf(location, locations);
    }

    /** The word of OpenTelemetry's conventions for it, if there is one. */
    private static Optional<String> frameType(FrameKind kind) {
        return switch (kind) {
            case INTERPRETED, COMPILED, COMPILED_C1, INLINED, JAVA -> Optional.of("jvm");
            case NATIVE, CPP -> Optional.of("native");
            case KERNEL -> Optional.of("kernel");
            case UNSEEN -> Optional.empty();
        };
    }

    int attribute(String key, String text) {
        return indexOf(keyAndValue(key, textValue(text)), attributes);
    }

    int attribute(String key, long number) {
        return indexOf(keyAndValue(key, new ProtobufWriter().number(ANY_VALUE_INT, number)), attributes);
    }

    int attributeNs(String key, long ns) {
        ProtobufWriter attribute = keyAndValue(key, new ProtobufWriter().number(ANY_VALUE_INT, ns))
                .number(ATTRIBUTE_UNIT_STRINDEX, string(NANOSECONDS));
        return indexOf(attribute, attributes);
    }

    private ProtobufWriter keyAndValue(String key, ProtobufWriter value) {
        return new ProtobufWriter().number(ATTRIBUTE_KEY_STRINDEX, string(key)).message(ATTRIBUTE_VALUE, value);
    }

    /** The value of an attribute, of which the tables know nothing. */
    static ProtobufWriter textValue(String text) {
        return new ProtobufWriter().text(ANY_VALUE_STRING, text);
    }

    /** All tables, with what was asked for so far. There are no links to traces; the one that stands for none has identifiers of the right lengths. */
    ProtobufWriter encoded() {
        ProtobufWriter noLink =
                new ProtobufWriter().bytes(LINK_TRACE_ID, new byte[16]).bytes(LINK_SPAN_ID, new byte[8]);
        ProtobufWriter dictionary = new ProtobufWriter()
                .message(MAPPING_TABLE, new ProtobufWriter())
                .message(LINK_TABLE, noLink);
        write(locations, LOCATION_TABLE, dictionary);
        write(functions, FUNCTION_TABLE, dictionary);
        write(attributes, ATTRIBUTE_TABLE, dictionary);
        write(stacks, STACK_TABLE, dictionary);
        strings.values().forEach(string -> dictionary.text(STRING_TABLE, string));
        return dictionary;
    }

    private static void write(ValueTable<ByteBuffer> table, int field, ProtobufWriter dictionary) {
        table.values().forEach(message -> dictionary.bytes(field, message.array()));
    }
}
