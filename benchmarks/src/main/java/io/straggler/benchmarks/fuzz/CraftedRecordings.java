package io.straggler.benchmarks.fuzz;

import static io.straggler.benchmarks.fuzz.RecordingWriter.BOOLEAN;
import static io.straggler.benchmarks.fuzz.RecordingWriter.CLASS;
import static io.straggler.benchmarks.fuzz.RecordingWriter.FREE;
import static io.straggler.benchmarks.fuzz.RecordingWriter.INT;
import static io.straggler.benchmarks.fuzz.RecordingWriter.LOADER;
import static io.straggler.benchmarks.fuzz.RecordingWriter.LONG;
import static io.straggler.benchmarks.fuzz.RecordingWriter.MONITOR;
import static io.straggler.benchmarks.fuzz.RecordingWriter.ORDER;
import static io.straggler.benchmarks.fuzz.RecordingWriter.PAUSE;
import static io.straggler.benchmarks.fuzz.RecordingWriter.STACK;
import static io.straggler.benchmarks.fuzz.RecordingWriter.TEXT;
import static io.straggler.benchmarks.fuzz.RecordingWriter.THREAD;
import static io.straggler.benchmarks.fuzz.RecordingWriter.constant;
import static io.straggler.benchmarks.fuzz.RecordingWriter.field;

import io.straggler.benchmarks.fuzz.Metadata.Element;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Crafted recordings: each is the usual load with one thing in excess, in a circle, or out of range. */
final class CraftedRecordings {
    private static final long MS = 1_000_000L;

    private final List<Crafted> all = new ArrayList<>();

    private CraftedRecordings() {}

    static List<Crafted> all() {
        CraftedRecordings recordings = new CraftedRecordings();
        recordings.typesAndNames();
        recordings.stacks();
        recordings.outliers();
        recordings.threadsAndGroups();
        recordings.chunks();
        recordings.circles();
        recordings.header();
        recordings.counts();
        recordings.hostileNames();
        recordings.damagedEvents();
        return recordings.all;
    }

    private void add(String name, int size, boolean grows, IntFunction<byte[]> bytes) {
        all.add(new Crafted(
                name, Format.RECORDING, size, grows, (file, beside, scaled) -> Files.write(file, bytes.apply(scaled))));
    }

    private void growing(String name, int size, IntFunction<byte[]> bytes) {
        add(name, size, true, bytes);
    }

    private void fixed(String name, RecordingWriter writer) {
        add(name, 1, false, size -> writer.bytes());
    }

    private static RecordingWriter usual() {
        return new RecordingWriter().usualOrders();
    }

    private void typesAndNames() {
        growing("event-types", 3_000, n -> {
            RecordingWriter writer = usual();
            for (int i = 0; i < n; i++) {
                writer.event(FREE + i, "acme.Type" + i)
                        .raw(new ByteWriter().numbers(FREE + i, 1_000 + i, 3_000_000_000_000L, 1, 0));
            }
            return writer.bytes();
        });
        growing("long-event-types", 20, n -> {
            RecordingWriter writer = usual();
            for (int i = 0; i < n; i++) {
                writer.event(FREE + i, "t".repeat(10_000) + i)
                        .raw(new ByteWriter().numbers(FREE + i, 1_000 + i, 3 * MS, 1, 0));
            }
            return writer.bytes();
        });
        growing("fields", 2_000, n -> {
            RecordingWriter writer = usual();
            writer.event(
                    FREE,
                    "acme.Wide",
                    IntStream.range(0, n).mapToObj(i -> field("f" + i, LONG)).toArray(Element[]::new));
            return writer.raw(new ByteWriter().numbers(FREE, 1_000, MS, 1, 0).numbers(new long[n]))
                    .bytes();
        });
        growing("classes-called-string", 3_000, n -> {
            RecordingWriter writer = new RecordingWriter();
            for (int i = 0; i < n; i++) {
                writer.type(FREE + i, "java.lang.String", "", List.of());
                writer.raw(new ByteWriter()
                        .numbers(ORDER, MS + i * 200_000L, i % 100 == 0 ? 20 * MS : 150_000, 1, 0)
                        .raw(2)
                        .numbers(i + 1));
            }
            return writer.bytes();
        });
        growing("long-symbol", 250_000, n -> symbols(n, 20));
        growing("methods-of-a-long-symbol", 500, n -> symbols(50_000, n));
        growing("long-route", 50_000, n -> {
            RecordingWriter writer = new RecordingWriter();
            for (int i = 0; i < 20; i++) {
                writer.order(MS + i * 20 * MS, i % 2 == 0 ? 15 * MS : 100_000, "r".repeat(n) + i);
            }
            return writer.bytes();
        });
    }

    /** A stack of methods that all have one long name. */
    private static byte[] symbols(int length, int methods) {
        RecordingWriter writer = usual().symbol(2, "m".repeat(length));
        for (int i = 1; i <= methods; i++) {
            writer.method(i, 2);
        }
        return writer.stack(1, LongStream.rangeClosed(1, methods).toArray()).bytes();
    }

    private void stacks() {
        growing("deep-stack", 5_000, n -> {
            RecordingWriter writer = usual();
            return writer.stack(1, distinct(writer, n)).bytes();
        });
        growing("deep-recursion", 20_000, n -> {
            long[] methods = new long[n];
            Arrays.fill(methods, 1);
            return usual().stack(1, methods).bytes();
        });
        growing("many-stacks", 300, n -> {
            RecordingWriter writer = usual();
            long[] methods = distinct(writer, 200);
            for (int i = 0; i < n; i++) {
                long[] turned = new long[methods.length];
                for (int k = 0; k < turned.length; k++) {
                    turned[k] = methods[(i * 7 + k * (1 + i % 5)) % methods.length];
                }
                writer.stack(2 + i, turned).sample(MS + (i % 10) * 400 * MS + i / 10 * 100_000, 1, 2 + i);
            }
            return writer.bytes();
        });
        growing("classes", 5_000, n -> {
            RecordingWriter writer = usual();
            for (int i = 0; i < n; i++) {
                writer.symbol(10 + i, "com/acme/Class" + i)
                        .constant(CLASS, 10 + i, new ByteWriter().numbers(0, 10 + i, 0, 0));
            }
            return writer.bytes();
        });
    }

    /** Methods with names of their own, from number 1 on. */
    private static long[] distinct(RecordingWriter writer, int count) {
        for (int i = 0; i < count; i++) {
            writer.symbol(100 + i, "m" + i).method(1 + i, 100 + i);
        }
        return LongStream.rangeClosed(1, count).toArray();
    }

    private void outliers() {
        growing("overlapping-outliers", 300, n -> {
            RecordingWriter writer = new RecordingWriter();
            for (int i = 0; i < n; i++) {
                writer.order(MS + i * 100L, 2_000 * MS + i * 200L, "r").sample(MS + i * 100_000L, 1, 1);
            }
            return writer.bytes();
        });
        growing("nested-outliers", 300, n -> {
            RecordingWriter writer = new RecordingWriter();
            for (int i = 0; i < n; i++) {
                writer.order(MS + i * 100L, 2_000 * MS - i * 200L, "r").sample(MS + i * 100_000L, 1, 1);
            }
            return writer.bytes();
        });
        growing("staggered-outliers", 300, n -> {
            RecordingWriter writer = new RecordingWriter();
            for (int i = 0; i < n; i++) {
                writer.order(MS + i * 1_000L, 1_000 * MS, "r").sleep(MS + i * 50_000L, 40_000, 1, 1);
            }
            return writer.bytes();
        });
        growing("outlier-of-many-sleeps", 4_000, n -> {
            RecordingWriter writer = usual().order(5_000 * MS, n * MS, "r");
            for (int i = 0; i < n; i++) {
                writer.sleep(5_000 * MS + i * MS, 900_000, 1, 1);
            }
            return writer.bytes();
        });
        growing("outlier-of-many-samples", 8_000, n -> {
            RecordingWriter writer = usual().order(5_000 * MS, n * MS, "r");
            for (int i = 0; i < n; i++) {
                writer.sample(5_000 * MS + i * MS, 1, 1);
            }
            return writer.bytes();
        });
        growing("outlier-of-nested-sleeps", 2_000, n -> {
            RecordingWriter writer = usual().order(5_000 * MS, n * MS, "r");
            for (int i = 0; i < n; i++) {
                writer.sleep(5_000 * MS + i * 10L, n * MS - i * 20L, 1, 1);
            }
            return writer.bytes();
        });
        growing("outlier-of-many-pauses", 4_000, n -> {
            RecordingWriter writer = usual().order(5_000 * MS, n * MS, "r");
            for (int i = 0; i < n; i++) {
                writer.raw(new ByteWriter()
                        .numbers(PAUSE, 5_000 * MS + i * MS, 500_000, 2, 0, i)
                        .text("pause"));
            }
            return writer.bytes();
        });
        growing("many-outliers", 10_000, n -> {
            RecordingWriter writer = new RecordingWriter();
            for (int i = 0; i < n; i++) {
                writer.order(MS + i * 3 * MS, i % 2 == 0 ? 2 * MS : 10_000, "r");
            }
            return writer.bytes();
        });
    }

    private void threadsAndGroups() {
        growing("threads", 10_000, n -> {
            RecordingWriter writer = new RecordingWriter();
            for (int i = 0; i < n; i++) {
                writer.thread(i + 1, "worker-" + i).order(MS + i * 100_000L, i % 50 == 0 ? 9 * MS : 50_000, i + 1, "r");
            }
            return writer.bytes();
        });
        growing("groups", 10_000, n -> {
            RecordingWriter writer = new RecordingWriter();
            for (int i = 0; i < n; i++) {
                writer.order(MS + i * 200_000L, i % 50 == 0 ? 5 * MS : 100_000, "route-" + i);
            }
            return writer.bytes();
        });
        growing("owners-in-a-circle", 1_000, n -> {
            RecordingWriter writer = usual();
            for (int i = 0; i < n; i++) {
                writer.thread(10 + i, "owner-" + i)
                        .raw(new ByteWriter().numbers(MONITOR, 2 * MS, 13 * MS, 10 + i, 1, 1, 10 + (i + 1) % n, 4));
            }
            writer.raw(new ByteWriter().numbers(MONITOR, 2 * MS, 13 * MS, 1, 1, 1, 10, 4));
            return writer.bytes();
        });
        growing("owners-at-once", 1_000, n -> {
            RecordingWriter writer = usual().thread(2, "owner");
            for (int i = 0; i < n; i++) {
                writer.raw(new ByteWriter().numbers(MONITOR, 2 * MS + i, 13 * MS - i, 1 + i % 2, 1, 1, 2 - i % 2, 4));
            }
            return writer.bytes();
        });
    }

    private void chunks() {
        byte[] one = usual().bytes();
        growing("chunks", 300, n -> repeated(one, n));
        growing("cut-chunks", 300, n -> repeated(Arrays.copyOf(one, one.length - 40), n));
        byte[] header = Arrays.copyOf(one, ChunkLayout.HEADER);
        growing("headers", 4_000, n -> repeated(header, n));
        byte[] huge = header.clone();
        ByteMutators.putLong(huge, ChunkLayout.SIZE_AT, 8, 1L << 40);
        growing("headers-of-huge-chunks", 4_000, n -> repeated(huge, n));
        growing("magics", 20_000, n -> repeated(new byte[] {'F', 'L', 'R', 0, 0, 2, 0, 1}, n));
        fixed("no-events", new RecordingWriter());
        fixed("one-event", new RecordingWriter().order(MS, 15 * MS, "r"));
    }

    private static byte[] repeated(byte[] unit, int times) {
        ByteWriter out = new ByteWriter();
        for (int i = 0; i < times; i++) {
            out.raw(unit);
        }
        return out.bytes();
    }

    private void circles() {
        fixed(
                "type-in-itself",
                usual().type(FREE, "acme.A", "", List.of(field("a", FREE)))
                        .event(FREE + 1, "acme.Order2", field("a", FREE))
                        .raw(new ByteWriter().numbers(FREE + 1, 5, 5 * MS, 1, 0).numbers(new long[50])));
        fixed(
                "types-in-each-other",
                usual().type(FREE, "acme.A", "", List.of(field("b", FREE + 1)))
                        .type(FREE + 1, "acme.B", "", List.of(field("a", FREE)))
                        .event(FREE + 2, "acme.Order2", field("a", FREE)));
        fixed("order-in-itself", changedType("acme.Order", field("self", ORDER)));
        fixed(
                "constant-in-itself",
                usual().constant(LOADER, 1, new ByteWriter().numbers(1, 2))
                        .constant(CLASS, 1, new ByteWriter().numbers(1, 1, 1, 0)));
        fixed("stack-in-itself", changedType("jdk.types.StackTrace", constant("next", STACK)));
        fixed(
                "pools-lead-to-themselves",
                usual().pools(new ByteWriter()
                        .numbers(1, 0, 0)
                        .wideNumber(-1)
                        .raw(0)
                        .numbers(0)
                        .sized()));
        fixed(
                "super-types-in-a-circle",
                usual().type(FREE, "acme.A", "acme.B", List.of()).type(FREE + 1, "acme.B", "acme.A", List.of()));
    }

    /** The usual load, of whose types one has a field more than its values. */
    private static RecordingWriter changedType(String name, Element field) {
        RecordingWriter writer = usual();
        writer.classes().children().stream()
                .filter(type -> name.equals(type.attributes().get("name")))
                .forEach(type -> type.children().add(field));
        return writer;
    }

    private void header() {
        long[] frequencies = {0, 1, -1, Long.MAX_VALUE};
        for (long frequency : frequencies) {
            fixed("ticks-per-second-" + frequency, usual().header(ChunkLayout.FREQUENCY_AT, frequency));
        }
        long[] times = {0, -1, Long.MAX_VALUE, Long.MIN_VALUE};
        for (long time : times) {
            fixed("start-" + time, usual().header(ChunkLayout.START_AT, time));
            fixed("ticks-" + time, usual().header(ChunkLayout.TICKS_AT, time));
            fixed("duration-" + time, usual().header(ChunkLayout.DURATION_AT, time));
        }
        fixed("metadata-at-header", usual().header(ChunkLayout.METADATA_AT, 0));
        fixed("metadata-at-pools", usual().header(ChunkLayout.METADATA_AT, ChunkLayout.HEADER));
        fixed("pools-beyond-file", usual().header(ChunkLayout.POOLS_AT, 1L << 40));
        RecordingWriter huge = usual();
        for (int i = 0; i < 100; i++) {
            huge.order((1L << 62) + i, 1L << 61, "r").order(i * (1L << 55), 1L << 50, "r");
        }
        fixed("huge-times", huge);
        fixed(
                "negative-times",
                usual().order(-MS, 15 * MS, "r").order(MS, -15 * MS, "r").order(Long.MIN_VALUE, -1, "r"));
    }

    private void counts() {
        long most = Integer.MAX_VALUE;
        fixed(
                "pool-of-huge-count",
                usual().pools(new ByteWriter()
                        .numbers(1, 0, 0, 0)
                        .raw(0)
                        .numbers(1, THREAD, most, 1)
                        .sized()));
        fixed(
                "huge-number-of-pools",
                usual().pools(new ByteWriter()
                        .numbers(1, 0, 0, 0)
                        .raw(0)
                        .numbers(most)
                        .sized()));
        fixed(
                "stack-of-huge-count",
                usual().constant(STACK, 1, new ByteWriter().raw(0).numbers(most)));
        fixed(
                "text-of-huge-length",
                usual().raw(new ByteWriter()
                        .numbers(ORDER, MS, 15 * MS, 1, 0)
                        .raw(3)
                        .numbers(most)));
        fixed(
                "characters-of-huge-length",
                usual().raw(new ByteWriter()
                        .numbers(ORDER, MS, 15 * MS, 1, 0)
                        .raw(4)
                        .numbers(most)));
        fixed(
                "text-of-unknown-form",
                usual().raw(new ByteWriter().numbers(ORDER, MS, 15 * MS, 1, 0).raw(9)));
        fixed(
                "huge-number-of-texts",
                usual().metadata(new ByteWriter().numbers(0, 0, 0, 1, most).sized()));
        fixed(
                "huge-number-of-elements",
                usual().metadata(new ByteWriter()
                        .numbers(0, 0, 0, 1, 1)
                        .text("root")
                        .numbers(0, 0, most)
                        .sized()));
        growing("nested-elements", 2_000, n -> {
            ByteWriter metadata = new ByteWriter().numbers(0, 0, 0, 1, 1).text("root");
            for (int i = 0; i < n; i++) {
                metadata.numbers(0, 0, 1);
            }
            return usual().metadata(metadata.numbers(0, 0, 0).sized()).bytes();
        });
        fixed("field-of-unknown-type", usual().event(FREE, "acme.Order2", field("x", 99_999)));
        fixed("type-twice", usual().event(ORDER, "acme.Order", field("other", INT)));
        fixed("name-twice", usual().event(FREE, "acme.Order", field("other", INT)));
        fixed("type-without-fields", usual().type(FREE, "acme.Order2", "jdk.jfr.Event", List.of()));
        Element arrays = field("arrays", BOOLEAN);
        arrays.attributes().put("dimension", "1");
        fixed(
                "array-of-huge-count",
                usual().event(FREE, "acme.Order2", arrays)
                        .raw(new ByteWriter().numbers(FREE, MS, 15 * MS, 1, 0, most)));
    }

    private void hostileNames() {
        for (int i = 0; i < HostileNames.ALL.size(); i++) {
            String name = HostileNames.ALL.get(i);
            RecordingWriter routes = new RecordingWriter();
            for (int k = 0; k < 40; k++) {
                routes.order(MS + k * 20 * MS, k % 4 == 0 ? 15 * MS : 100_000, name + k % 3);
            }
            fixed("hostile-route-" + i, routes);
            fixed("hostile-thread-" + i, usual().thread(1, name));
            fixed("hostile-method-" + i, usual().symbol(2, name).symbol(1, name));
            fixed("hostile-type-" + i, hostileType(name));
        }
    }

    /** A type of events and a field that are named so. */
    private static RecordingWriter hostileType(String name) {
        RecordingWriter writer = usual().event(FREE, "acme.Orde" + name, field(name, TEXT));
        writer.classes().children().stream()
                .filter(type -> "acme.Order".equals(type.attributes().get("name")))
                .forEach(type -> type.children()
                        .get(type.children().size() - 1)
                        .attributes()
                        .put("name", name));
        return writer.raw(new ByteWriter().numbers(FREE, MS, 15 * MS, 1, 0).text(name));
    }

    private void damagedEvents() {
        fixed("event-of-size-zero", usual().bytes(new byte[] {0}).usualOrders());
        fixed(
                "event-beyond-chunk",
                usual().bytes(new ByteWriter().numbers(1 << 20, ORDER).bytes()));
        fixed("endless-size", usual().bytes(new ByteWriter().numbers(-1, ORDER).bytes()));
        fixed("unknown-event", usual().raw(new ByteWriter().numbers(77_777, 1, 2, 3)));
        growing("empty-events", 50_000, n -> repeatedEvents(new byte[] {1}, n));
        growing(
                "short-orders",
                20_000,
                n -> repeatedEvents(new ByteWriter().numbers(ORDER, MS).sized(), n));
        fixed("unknown-constants", usual().order(MS, 15 * MS, 4_711, "r").sample(2 * MS, 1, 4_711));
    }

    private static byte[] repeatedEvents(byte[] event, int count) {
        RecordingWriter writer = usual();
        for (int i = 0; i < count; i++) {
            writer.bytes(event);
        }
        return writer.bytes();
    }
}
