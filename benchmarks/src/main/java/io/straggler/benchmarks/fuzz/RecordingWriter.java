package io.straggler.benchmarks.fuzz;

import io.straggler.benchmarks.fuzz.Metadata.Element;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writer of a chunk with types, constants and events that no JVM would write. It has the JVM's usual types at first, and
 * {@link #ORDER}, whose events are iterations: time, duration, thread, stack and a text.
 */
final class RecordingWriter {
    static final int TEXT = 10;
    static final int CLASS = 11;
    static final int THREAD = 12;
    static final int STACK = 13;
    static final int FRAME = 14;
    static final int METHOD = 15;
    static final int FRAME_TYPE = 16;
    static final int SYMBOL = 17;
    static final int LOADER = 18;
    static final int BOOLEAN = 20;
    static final int INT = 26;
    static final int LONG = 27;
    static final int ORDER = 100;
    static final int SAMPLE = 101;
    static final int SLEEP = 102;
    static final int MONITOR = 103;
    static final int PAUSE = 104;

    /** First of the types that a generator may add. */
    static final int FREE = 1_000;

    private static final String[] PRIMITIVES = {"boolean", "char", "float", "double", "byte", "short", "int", "long"};
    private static final long EPOCH_NS = 1_700_000_000_000_000_000L;
    private static final long SECOND_NS = 1_000_000_000L;

    private final Metadata types = new Metadata(new long[] {0, 0, 0, 1}, Element.of("root"));
    private final Element classes = Element.of("metadata");
    private final Map<Integer, Map<Long, byte[]>> constants = new LinkedHashMap<>();
    private final ByteArrayOutputStream events = new ByteArrayOutputStream();
    private final Map<Integer, Long> header = new LinkedHashMap<>();
    private byte[] pools;
    private byte[] metadata;

    RecordingWriter() {
        types.root().children().add(classes);
        types.root().children().add(Element.of("region", "locale", "en", "gmtOffset", "0"));
        for (int i = 0; i < PRIMITIVES.length; i++) {
            type(BOOLEAN + i, PRIMITIVES[i], "", List.of());
        }
        type(TEXT, "java.lang.String", "", List.of());
        simpleType(SYMBOL, "jdk.types.Symbol", field("string", TEXT));
        type(
                CLASS,
                "java.lang.Class",
                "",
                List.of(
                        constant("classLoader", LOADER),
                        constant("name", SYMBOL),
                        constant("package", SYMBOL),
                        field("modifiers", INT)));
        type(LOADER, "jdk.types.ClassLoader", "", List.of(constant("type", CLASS), constant("name", SYMBOL)));
        type(
                THREAD,
                "java.lang.Thread",
                "",
                List.of(
                        field("osName", TEXT),
                        field("osThreadId", LONG),
                        field("javaName", TEXT),
                        field("javaThreadId", LONG)));
        simpleType(FRAME_TYPE, "jdk.types.FrameType", field("description", TEXT));
        type(
                METHOD,
                "jdk.types.Method",
                "",
                List.of(
                        constant("type", CLASS),
                        constant("name", SYMBOL),
                        constant("descriptor", SYMBOL),
                        field("modifiers", INT),
                        field("hidden", BOOLEAN)));
        type(
                FRAME,
                "jdk.types.StackFrame",
                "",
                List.of(
                        constant("method", METHOD),
                        field("lineNumber", INT),
                        field("bytecodeIndex", INT),
                        constant("type", FRAME_TYPE)));
        Element frames = field("frames", FRAME);
        frames.attributes().put("dimension", "1");
        type(STACK, "jdk.types.StackTrace", "", List.of(field("truncated", BOOLEAN), frames));
        usualEvents();
        usualConstants();
    }

    private void usualEvents() {
        event(ORDER, "acme.Order", field("route", TEXT));
        type(
                SAMPLE,
                "jdk.ExecutionSample",
                "jdk.jfr.Event",
                List.of(
                        field("startTime", LONG),
                        constant("sampledThread", THREAD),
                        constant("stackTrace", STACK),
                        constant("state", FRAME_TYPE)));
        event(SLEEP, "jdk.ThreadSleep", field("time", LONG));
        event(
                MONITOR,
                "jdk.JavaMonitorEnter",
                constant("monitorClass", CLASS),
                constant("previousOwner", THREAD),
                field("address", LONG));
        event(PAUSE, "jdk.GCPhasePause", field("gcId", INT), field("name", TEXT));
    }

    private void usualConstants() {
        thread(1, "main");
        constant(FRAME_TYPE, 1, new ByteWriter().text("Interpreted"));
        symbol(1, "com/acme/Shop");
        symbol(2, "work");
        symbol(3, "()V");
        constant(CLASS, 1, new ByteWriter().numbers(0, 1, 0, 0));
        method(1, 2);
        stack(1, 1);
    }

    static Element field(String name, long type) {
        return Element.of("field", "name", name, "class", Long.toString(type));
    }

    /** A field whose value is elsewhere, by number. */
    static Element constant(String name, long type) {
        Element field = field(name, type);
        field.attributes().put("constantPool", "true");
        return field;
    }

    RecordingWriter type(long id, String name, String superType, List<Element> fields) {
        Element type = Element.of("class", "name", name, "id", Long.toString(id));
        if (!superType.isEmpty()) {
            type.attributes().put("superType", superType);
        }
        type.children().addAll(fields);
        classes.children().add(type);
        return this;
    }

    /** A type whose values readers take for that of its one field. */
    private void simpleType(long id, String name, Element field) {
        type(id, name, "", List.of(field));
        classes.children().get(classes.children().size() - 1).attributes().put("simpleType", "true");
    }

    /** A type of events with time, duration, thread and stack, and fields of its own. */
    RecordingWriter event(long id, String name, Element... fields) {
        List<Element> all = new ArrayList<>(List.of(
                field("startTime", LONG),
                field("duration", LONG),
                constant("eventThread", THREAD),
                constant("stackTrace", STACK)));
        all.addAll(List.of(fields));
        return type(id, name, "jdk.jfr.Event", all);
    }

    /** The element that holds all types. */
    Element classes() {
        return classes;
    }

    RecordingWriter constant(int type, long id, ByteWriter value) {
        constants.computeIfAbsent(type, key -> new LinkedHashMap<>()).put(id, value.bytes());
        return this;
    }

    RecordingWriter thread(long id, String name) {
        return constant(
                THREAD,
                id,
                new ByteWriter().text(name).numbers(id + 6).text(name).numbers(id));
    }

    RecordingWriter symbol(long id, String name) {
        return constant(SYMBOL, id, new ByteWriter().text(name));
    }

    /** A method of the usual class. */
    RecordingWriter method(long id, long nameSymbol) {
        return constant(
                METHOD, id, new ByteWriter().numbers(1, nameSymbol, 3, 0).raw(0));
    }

    /** A stack of methods, the innermost first. */
    RecordingWriter stack(long id, long... methods) {
        ByteWriter stack = new ByteWriter().raw(0).numbers(methods.length);
        for (long method : methods) {
            stack.numbers(method, 1, 1, 1);
        }
        return constant(STACK, id, stack);
    }

    /** Adds an iteration on the first thread. */
    RecordingWriter order(long startNs, long durationNs, String route) {
        return order(startNs, durationNs, 1, route);
    }

    RecordingWriter order(long startNs, long durationNs, long thread, String route) {
        return raw(
                new ByteWriter().numbers(ORDER, startNs, durationNs, thread, 0).text(route));
    }

    RecordingWriter sample(long atNs, long thread, long stack) {
        return raw(new ByteWriter().numbers(SAMPLE, atNs, thread, stack, 1));
    }

    RecordingWriter sleep(long startNs, long durationNs, long thread, long stack) {
        return raw(new ByteWriter().numbers(SLEEP, startNs, durationNs, thread, stack, durationNs));
    }

    /** An event of any type. */
    RecordingWriter raw(ByteWriter event) {
        return bytes(event.sized());
    }

    /** Bytes where an event would be. */
    RecordingWriter bytes(byte[] bytes) {
        events.writeBytes(bytes);
        return this;
    }

    /** Usual load: 200 iterations 20 ms apart, of which each twentieth takes 15 ms, with five samples. */
    RecordingWriter usualOrders() {
        for (int i = 0; i < 200; i++) {
            long startNs = 1_000_000L + i * 20_000_000L;
            boolean slow = i % 20 == 0;
            order(startNs, slow ? 15_000_000 : 100_000, "route");
            for (int sample = 0; slow && sample < 5; sample++) {
                sample(startNs + 1_000_000 + sample * 2_000_000L, 1, 1);
            }
        }
        return this;
    }

    /** Puts a number over a place of the header. */
    RecordingWriter header(int at, long value) {
        header.put(at, value);
        return this;
    }

    /** Has these bytes instead of the event that holds constants. */
    RecordingWriter pools(byte[] event) {
        pools = event;
        return this;
    }

    /** Has these bytes instead of the event that holds types. */
    RecordingWriter metadata(byte[] event) {
        metadata = event;
        return this;
    }

    private byte[] pools() {
        if (pools != null) {
            return pools;
        }
        ByteWriter out = new ByteWriter().numbers(1, 0, 0, 0).raw(0).numbers(constants.size());
        constants.forEach((type, values) -> {
            out.numbers(type, values.size());
            values.forEach((id, value) -> out.numbers(id).raw(value));
        });
        return out.sized();
    }

    byte[] bytes() {
        byte[] constantsEvent = pools();
        byte[] typesEvent =
                metadata == null ? new ByteWriter().raw(types.bytes()).sized() : metadata;
        int poolsAt = ChunkLayout.HEADER + events.size();
        int metadataAt = poolsAt + constantsEvent.length;
        byte[] head = new byte[ChunkLayout.HEADER];
        System.arraycopy(new byte[] {'F', 'L', 'R', 0, 0, 2, 0, 1}, 0, head, 0, 8);
        ByteMutators.putLong(head, ChunkLayout.SIZE_AT, 8, metadataAt + typesEvent.length);
        ByteMutators.putLong(head, ChunkLayout.POOLS_AT, 8, poolsAt);
        ByteMutators.putLong(head, ChunkLayout.METADATA_AT, 8, metadataAt);
        ByteMutators.putLong(head, ChunkLayout.START_AT, 8, EPOCH_NS);
        ByteMutators.putLong(head, ChunkLayout.DURATION_AT, 8, 10 * SECOND_NS);
        ByteMutators.putLong(head, ChunkLayout.FREQUENCY_AT, 8, SECOND_NS);
        head[ChunkLayout.HEADER - 1] = 1;
        header.forEach((at, value) -> ByteMutators.putLong(head, at, 8, value));
        return new ByteWriter()
                .raw(head)
                .raw(events.toByteArray())
                .raw(constantsEvent)
                .raw(typesEvent)
                .bytes();
    }
}
