package io.straggler.anyrecording;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A recording of one chunk that no JVM would write: iterations, what their threads waited for and where. Ticks are nanoseconds. Methods are
 * numbered from 1, and all are of the same class. Threads are numbered from 1, too, and the first has all events until another one is asked for.
 */
final class CraftedRecording {
    static final String ITERATION = "acme.Order";

    private static final int HEADER_BYTES = 68;

    private enum Type {
        TEXT("java.lang.String"),
        LONG("long"),
        INT("int"),
        BOOLEAN("boolean"),
        SYMBOL("jdk.types.Symbol", "string TEXT"),
        CLASS("java.lang.Class", "name @SYMBOL"),
        METHOD("jdk.types.Method", "type @CLASS", "name @SYMBOL", "descriptor @SYMBOL"),
        FRAME("jdk.types.StackFrame", "method @METHOD", "lineNumber INT"),
        STACK("jdk.types.StackTrace", "truncated BOOLEAN", "frames []FRAME"),
        THREAD("java.lang.Thread", "osName TEXT", "osThreadId LONG", "javaName TEXT", "javaThreadId LONG"),
        ORDER(ITERATION, "startTime LONG", "duration LONG", "eventThread @THREAD", "stackTrace @STACK"),
        SLEEP("jdk.ThreadSleep", "startTime LONG", "duration LONG", "eventThread @THREAD", "stackTrace @STACK"),
        PARK("jdk.ThreadPark", "startTime LONG", "duration LONG", "eventThread @THREAD", "stackTrace @STACK"),
        COMPILATION("jdk.Compilation", "startTime LONG", "duration LONG", "eventThread @THREAD", "stackTrace @STACK"),
        JVM("jdk.JVMInformation", "startTime LONG", "jvmStartTime LONG", "pid INT"),
        SETTING("jdk.ActiveSetting", "startTime LONG", "id LONG", "name TEXT", "value TEXT"),
        LOSS("jdk.DataLoss", "startTime LONG", "amount LONG", "total LONG"),
        SOCKET_READ("jdk.SocketRead", "startTime LONG", "duration LONG", "eventThread @THREAD", "stackTrace @STACK"),
        COLLECTION("jdk.GarbageCollection", "startTime LONG", "duration LONG", "gcId INT", "name TEXT"),
        PAUSE("jdk.GCPhasePause", "startTime LONG", "duration LONG", "gcId INT", "name TEXT"),
        PHASE("jdk.GCPhasePauseLevel1", "startTime LONG", "duration LONG", "gcId INT", "name TEXT"),
        WORKER("jdk.GCPhaseParallel", "startTime LONG", "duration LONG", "gcId INT", "name TEXT");

        private final String name;
        private final List<String> fields;

        Type(String name, String... fields) {
            this.name = name;
            this.fields = List.of(fields);
        }

        private int id() {
            return 100 + ordinal();
        }
    }

    private final Bytes events = new Bytes();
    private final List<Bytes> symbols = new ArrayList<>();
    private final List<Bytes> methods = new ArrayList<>();
    private final List<Bytes> stacks = new ArrayList<>();
    private final List<String> otherTypes = new ArrayList<>();
    private long startEpochNs = 1_700_000_000_000_000_000L;
    private long startNs;
    private final BitSet virtual = new BitSet();
    private int thread = 1;
    private int threads = 1;

    CraftedRecording() {
        symbol("()V");
    }

    /** Adds a text that methods can be called; returns its number. */
    int symbol(String text) {
        symbols.add(new Bytes().text(text));
        return symbols.size();
    }

    /** Adds a method; returns its number. */
    int method(int classSymbol, int nameSymbol) {
        methods.add(new Bytes().number(classSymbol).number(nameSymbol).number(1));
        return methods.size();
    }

    /** Adds a stack of methods with their classes, separated by blanks, leaf first; returns its number. */
    int stack(String methods) {
        return stack(Stream.of(methods.split(" ")).mapToInt(this::method).toArray());
    }

    private int method(String name) {
        int dot = name.lastIndexOf('.');
        return method(symbol(name.substring(0, dot).replace('.', '/')), symbol(name.substring(dot + 1)));
    }

    /** Adds a stack, leaf first; returns its number. */
    int stack(int... ofMethods) {
        Bytes stack = new Bytes().number(0).number(ofMethods.length);
        for (int method : ofMethods) {
            stack.number(method).number(1);
        }
        stacks.add(stack);
        return stacks.size();
    }

    /** The chunk begins later than others do, on the wall clock and on the clock of events. */
    CraftedRecording begun(long laterEpochNs, long atNs) {
        startEpochNs += laterEpochNs;
        startNs = atNs;
        return this;
    }

    CraftedRecording jvm(int pid, long jvmStartTime) {
        events.sized(
                new Bytes().number(Type.JVM.id()).number(0).number(jvmStartTime).number(pid));
        return this;
    }

    /** A setting of socket reads, or of iterations. */
    CraftedRecording setting(String typeName, String name, String value) {
        int of = typeName.equals(ITERATION) ? Type.ORDER.id() : Type.SOCKET_READ.id();
        events.sized(new Bytes()
                .number(Type.SETTING.id())
                .number(0)
                .number(of)
                .text(name)
                .text(value));
        return this;
    }

    CraftedRecording loss(long atNs, long bytes) {
        events.sized(
                new Bytes().number(Type.LOSS.id()).number(atNs).number(bytes).number(bytes));
        return this;
    }

    CraftedRecording socketRead(long startNs, long durationNs) {
        return event(Type.SOCKET_READ.id(), startNs, durationNs, 0);
    }

    /** The events that follow are of a virtual thread. */
    CraftedRecording onVirtual(int virtualThread) {
        virtual.set(virtualThread);
        return on(virtualThread);
    }

    /** The events that follow are of this thread. */
    CraftedRecording on(int otherThread) {
        thread = otherThread;
        threads = Math.max(threads, otherThread);
        return this;
    }

    CraftedRecording order(long startNs, long durationNs) {
        return event(Type.ORDER.id(), startNs, durationNs, 0);
    }

    CraftedRecording sleep(long startNs, long durationNs, int stack) {
        return event(Type.SLEEP.id(), startNs, durationNs, stack);
    }

    CraftedRecording park(long startNs, long durationNs, int stack) {
        return event(Type.PARK.id(), startNs, durationNs, stack);
    }

    /** Adds one that could touch any thread. */
    CraftedRecording compilation(long startNs, long durationNs) {
        return event(Type.COMPILATION.id(), startNs, durationNs, 0);
    }

    CraftedRecording collection(long startNs, long durationNs, int gcId) {
        return ofCollector(Type.COLLECTION, startNs, durationNs, gcId, "G1New");
    }

    CraftedRecording pause(long startNs, long durationNs, int gcId) {
        return ofCollector(Type.PAUSE, startNs, durationNs, gcId, "GC Pause");
    }

    CraftedRecording phase(long startNs, long durationNs, int gcId, String name) {
        return ofCollector(Type.PHASE, startNs, durationNs, gcId, name);
    }

    /** Adds what one of the collector's threads did. */
    CraftedRecording worker(long startNs, long durationNs, int gcId, String name) {
        return ofCollector(Type.WORKER, startNs, durationNs, gcId, name);
    }

    private CraftedRecording ofCollector(Type type, long startNs, long durationNs, int gcId, String name) {
        events.sized(new Bytes()
                .number(type.id())
                .number(startNs)
                .number(durationNs)
                .number(gcId)
                .text(name));
        return this;
    }

    /** Adds an event of a type of its own. */
    CraftedRecording other(String typeName, long durationNs) {
        otherTypes.add(typeName);
        return event(1_000 + otherTypes.size(), 0, durationNs, 0);
    }

    private CraftedRecording event(int type, long startNs, long durationNs, int stack) {
        events.sized(new Bytes()
                .number(type)
                .number(startNs)
                .number(durationNs)
                .number(thread)
                .number(stack));
        return this;
    }

    Path write(Path file) {
        Bytes pools = pools();
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        Bytes metadata = metadata();
        int poolsAt = HEADER_BYTES + events.size();
        int metadataAt = poolsAt + pools.size();
        header.put(new byte[] {'F', 'L', 'R', 0, 0, 2, 0, 1});
        header.putLong(metadataAt + metadata.size()).putLong(poolsAt).putLong(metadataAt);
        header.putLong(startEpochNs).putLong(10_000_000_000L).putLong(startNs).putLong(1_000_000_000L);
        header.putInt(1);
        Bytes all = new Bytes();
        all.writeBytes(header.array());
        all.writeBytes(events.toByteArray());
        all.writeBytes(pools.toByteArray());
        all.writeBytes(metadata.toByteArray());
        try {
            return Files.write(file, all.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Bytes pools() {
        Bytes pools =
                new Bytes().number(1).number(0).number(0).number(0).number(0).number(5);
        pool(pools, Type.SYMBOL, symbols);
        List<Bytes> classes = new ArrayList<>();
        for (int i = 1; i <= symbols.size(); i++) {
            classes.add(new Bytes().number(i));
        }
        pool(pools, Type.CLASS, classes);
        pool(pools, Type.METHOD, methods);
        pool(pools, Type.STACK, stacks);
        List<Bytes> named = new ArrayList<>();
        for (int i = 1; i <= threads; i++) {
            String name = i == 1 ? "main" : "worker-" + i;
            named.add(new Bytes()
                    .text(name)
                    .number(virtual.get(i) ? 0 : 6 + i)
                    .text(name)
                    .number(i));
        }
        pool(pools, Type.THREAD, named);
        return new Bytes().sized(pools);
    }

    private static void pool(Bytes pools, Type type, List<Bytes> constants) {
        pools.number(type.id()).number(constants.size());
        for (int i = 0; i < constants.size(); i++) {
            pools.number(i + 1).writeBytes(constants.get(i).toByteArray());
        }
    }

    private Bytes metadata() {
        Map<String, Integer> texts = new LinkedHashMap<>();
        Bytes types = new Bytes();
        for (Type type : Type.values()) {
            type(types, texts, type.name, type.id(), type.fields);
        }
        for (int i = 0; i < otherTypes.size(); i++) {
            type(types, texts, otherTypes.get(i), 1_001 + i, Type.ORDER.fields);
        }
        Bytes root = Bytes.element(texts, "root", Map.of(), 1);
        root.writeBytes(Bytes.element(texts, "metadata", Map.of(), Type.values().length + otherTypes.size())
                .toByteArray());
        Bytes all = new Bytes().number(0).number(0).number(0).number(1).number(texts.size());
        texts.keySet().forEach(all::text);
        all.writeBytes(root.toByteArray());
        all.writeBytes(types.toByteArray());
        return new Bytes().sized(all);
    }

    private static void type(Bytes types, Map<String, Integer> texts, String name, int id, List<String> fields) {
        types.writeBytes(Bytes.element(texts, "class", Map.of("name", name, "id", Integer.toString(id)), fields.size())
                .toByteArray());
        for (String field : fields) {
            String[] words = field.split(" ");
            boolean array = words[1].startsWith("[]");
            boolean reference = words[1].startsWith("@");
            int of = Type.valueOf(words[1].replaceFirst("^(\\[]|@)", "")).id();
            Map<String, String> attributes = new LinkedHashMap<>(Map.of("name", words[0], "class", "" + of));
            if (array) {
                attributes.put("dimension", "1");
            }
            if (reference) {
                attributes.put("constantPool", "true");
            }
            types.writeBytes(Bytes.element(texts, "field", attributes, 0).toByteArray());
        }
    }
}
