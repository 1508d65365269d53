package io.straggler.anyrecording;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A chunk in the bytes of the format, as writers that are not here would write it: types, constants and events are the test's. Ticks are
 * nanoseconds, and constants are numbered from 1 unless the test numbers them.
 */
final class WrittenChunk {
    /** Start of the chunk in nanoseconds since 1970. */
    static final long START_NS = 1_700_000_000_000_000_000L;

    static final String TEXT = "java.lang.String";
    static final String SYMBOL = "jdk.types.Symbol";
    static final String CLASS = "java.lang.Class";
    static final String METHOD = "jdk.types.Method";
    static final String STACK = "jdk.types.StackTrace";
    static final String THREAD = "java.lang.Thread";
    static final String STATE = "jdk.types.ThreadState";

    private static final String FRAME = "jdk.types.StackFrame";
    private static final String SETTING = "jdk.ActiveSetting";
    private static final int HEADER_BYTES = 68;
    private static final int FIRST_ID = 100;

    private final Map<String, Type> types = new LinkedHashMap<>();
    private final Map<String, Pool> pools = new LinkedHashMap<>();
    private final Map<String, Long> symbols = new LinkedHashMap<>();
    private final Bytes events = new Bytes();
    private long ticksPerSecond = 1_000_000_000L;

    /**
     * A field.
     *
     * @param reference whether its value is the number of a constant
     */
    private record Field(String name, String type, boolean reference, boolean array) {
        private static Field of(String text) {
            String[] words = text.split(" ");
            return new Field(
                    words[0],
                    words[1].replaceFirst("^(\\[]|@)", ""),
                    words[1].startsWith("@"),
                    words[1].startsWith("[]"));
        }
    }

    private record Type(int id, List<Field> fields) {}

    private static final class Pool {
        private final Bytes constants = new Bytes();
        private int count;
    }

    WrittenChunk() {
        List.of(TEXT, "long", "int", "boolean", "float").forEach(this::type);
        type(SYMBOL, "string " + TEXT);
        type(CLASS, "name @" + SYMBOL);
        type(METHOD, "type @" + CLASS, "name @" + SYMBOL, "descriptor @" + SYMBOL);
        type(FRAME, "method @" + METHOD, "lineNumber int");
        type(STACK, "truncated boolean", "frames []" + FRAME);
        type(THREAD, "osName " + TEXT, "osThreadId long", "javaName " + TEXT, "javaThreadId long");
        type(STATE, "name " + TEXT);
        type(SETTING, "startTime long", "id long", "name " + TEXT, "value " + TEXT);
    }

    WrittenChunk ticksPerSecond(long value) {
        ticksPerSecond = value;
        return this;
    }

    /**
     * Describes a type, once.
     *
     * @param fields each a name and a type, with {@code @} before a type whose constants are referred to and {@code []} before that of an array
     */
    WrittenChunk type(String name, String... fields) {
        types.putIfAbsent(
                name,
                new Type(
                        FIRST_ID + types.size(),
                        List.of(fields).stream().map(Field::of).toList()));
        return this;
    }

    /** Adds a constant with the next number, which it returns. */
    long constant(String type, Object... values) {
        Pool pool = pools.computeIfAbsent(type, name -> new Pool());
        return numbered(type, pool.count + 1L, values);
    }

    /** Adds a constant with a number of the test's, which it returns. */
    long numbered(String type, long number, Object... values) {
        Pool pool = pools.computeIfAbsent(type, name -> new Pool());
        pool.count++;
        pool.constants.number(number);
        for (Object value : values) {
            pool.constants.value(value);
        }
        return number;
    }

    /** Adds a thread as the JVM numbers it. */
    long thread(String name, long osThreadId, long javaThreadId) {
        return constant(THREAD, name, osThreadId, name, javaThreadId);
    }

    /** Adds a text that classes and methods can be called. */
    long symbol(String text) {
        return symbols.computeIfAbsent(text, name -> constant(SYMBOL, name));
    }

    /** Adds a stack of methods of one class, {@code com.acme.Shop.order}, leaf first. */
    long stack(String... methods) {
        long[] numbers = new long[methods.length];
        for (int i = 0; i < methods.length; i++) {
            int dot = methods[i].lastIndexOf('.');
            long type = constant(CLASS, symbol(methods[i].substring(0, dot).replace('.', '/')));
            numbers[i] = constant(METHOD, type, symbol(methods[i].substring(dot + 1)), symbol("()V"));
        }
        return stackOf(numbers);
    }

    /** Adds a stack of numbered methods, leaf first. */
    long stackOf(long... methods) {
        Object[] values = new Object[2 + 2 * methods.length];
        values[0] = false;
        values[1] = methods.length;
        for (int i = 0; i < methods.length; i++) {
            values[2 + 2 * i] = methods[i];
            values[3 + 2 * i] = 1;
        }
        return constant(STACK, values);
    }

    /** Adds an event. */
    WrittenChunk event(String type, Object... values) {
        Bytes event = new Bytes().number(id(type));
        for (Object value : values) {
            event.value(value);
        }
        events.sized(event);
        return this;
    }

    /** Adds what a recording says of the settings of a type. */
    WrittenChunk setting(String type, String name, String value) {
        return event(SETTING, 0L, (long) id(type), name, value);
    }

    private int id(String type) {
        return types.get(type).id;
    }

    /** Writes the chunk into a new file. */
    Path write(Path file) {
        Bytes checkpoint = checkpoint();
        Bytes metadata = metadata();
        int checkpointAt = HEADER_BYTES + events.size();
        int metadataAt = checkpointAt + checkpoint.size();
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        header.put(new byte[] {'F', 'L', 'R', 0, 0, 2, 0, 1});
        header.putLong(metadataAt + metadata.size()).putLong(checkpointAt).putLong(metadataAt);
        header.putLong(START_NS).putLong(10_000_000_000L).putLong(0).putLong(ticksPerSecond);
        header.putInt(1);
        Bytes all = new Bytes();
        all.writeBytes(header.array());
        all.writeBytes(events.toByteArray());
        all.writeBytes(checkpoint.toByteArray());
        all.writeBytes(metadata.toByteArray());
        try {
            return Files.write(file, all.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Bytes checkpoint() {
        Bytes checkpoint = new Bytes().number(1).number(0).number(0).number(0).number(0);
        checkpoint.number(pools.size());
        pools.forEach((type, pool) -> {
            checkpoint.number(id(type)).number(pool.count);
            checkpoint.writeBytes(pool.constants.toByteArray());
        });
        return new Bytes().sized(checkpoint);
    }

    private Bytes metadata() {
        Map<String, Integer> texts = new LinkedHashMap<>();
        Bytes elements = new Bytes();
        types.forEach((name, type) -> describe(elements, texts, name, type));
        Bytes root = Bytes.element(texts, "root", Map.of(), 1);
        root.writeBytes(Bytes.element(texts, "metadata", Map.of(), types.size()).toByteArray());
        Bytes all = new Bytes().number(0).number(0).number(0).number(1).number(texts.size());
        texts.keySet().forEach(all::text);
        all.writeBytes(root.toByteArray());
        all.writeBytes(elements.toByteArray());
        return new Bytes().sized(all);
    }

    private void describe(Bytes elements, Map<String, Integer> texts, String name, Type type) {
        Map<String, String> named = new LinkedHashMap<>();
        named.put("name", name);
        named.put("id", Integer.toString(type.id));
        elements.writeBytes(
                Bytes.element(texts, "class", named, type.fields.size()).toByteArray());
        for (Field field : type.fields) {
            Map<String, String> attributes = new LinkedHashMap<>();
            attributes.put("name", field.name);
            attributes.put("class", Integer.toString(id(field.type)));
            if (field.array) {
                attributes.put("dimension", "1");
            }
            if (field.reference) {
                attributes.put("constantPool", "true");
            }
            elements.writeBytes(Bytes.element(texts, "field", attributes, 0).toByteArray());
        }
    }
}
