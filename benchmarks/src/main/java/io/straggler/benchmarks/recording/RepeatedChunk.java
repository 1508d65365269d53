package io.straggler.benchmarks.recording;

import io.straggler.jfr.chunk.ChunkBytes;
import io.straggler.jfr.chunk.Varlongs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import jdk.jfr.EventType;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordingFile;

/**
 * One chunk of a recording, to be written again as if the same had happened later: with all clocks set forward, and with numbers
 * of its own for its busy periods.
 */
final class RepeatedChunk {
    private static final int HEADER_BYTES = 68;
    private static final int CHECKPOINT = 1;
    private static final long PERIODS_PER_COPY = 1_000_000;

    /** What a run has once, however long it takes. */
    private static final Set<String> ONCE = Set.of("straggler.Run", "straggler.Sampler", "straggler.Interval");

    private static final Set<String> INSTANTS_NS = Set.of(
            "intendedNs",
            "startNs",
            "endNs",
            "fromNs",
            "toNs",
            "dueNs",
            "sentNs",
            "timeNs",
            "originNs",
            "nanosBefore",
            "nanosAfter");

    private static final Set<String> INSTANTS_EPOCH_MS = Set.of("startEpochMs", "endEpochMs");

    private final ByteBuffer chunk;
    private final Map<Long, EventType> own = new HashMap<>();

    private RepeatedChunk(ByteBuffer chunk, List<EventType> types) {
        this.chunk = chunk;
        types.stream()
                .filter(type -> type.getName().startsWith("straggler."))
                .forEach(type -> own.put(type.getId(), type));
    }

    /** The chunks of a recording that is whole. */
    static List<RepeatedChunk> of(Path recording) throws IOException {
        List<RepeatedChunk> chunks = new ArrayList<>();
        Path alone = Files.createTempFile("straggler-chunk-", ".jfr");
        try (FileChannel channel = FileChannel.open(recording)) {
            for (long at = 0; at < channel.size(); ) {
                ByteBuffer header = channel.map(MapMode.READ_ONLY, at, HEADER_BYTES);
                ByteBuffer chunk = channel.map(MapMode.READ_ONLY, at, header.getLong(8));
                // Ids mean something else in the chunks of another writer: each is asked for its own types.
                try (FileChannel copy =
                        FileChannel.open(alone, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
                    copy.write(chunk.duplicate());
                }
                try (RecordingFile file = new RecordingFile(alone)) {
                    chunks.add(new RepeatedChunk(chunk, file.readEventTypes()));
                }
                at += chunk.capacity();
            }
        } finally {
            Files.delete(alone);
        }
        return chunks;
    }

    /** Wall clock at its end. */
    long endEpochNs() {
        return startEpochNs() + chunk.getLong(40);
    }

    long startEpochNs() {
        return chunk.getLong(32);
    }

    /**
     * The chunk as it would have been later.
     *
     * @param copy 0 for the chunk itself, in which nothing is left out
     * @param seconds how much later
     */
    ByteBuffer copy(int copy, long seconds) {
        long ticks = seconds * chunk.getLong(56);
        ByteBuffer out = ByteBuffer.allocate(chunk.capacity() + chunk.capacity() / 2);
        out.put(chunk.duplicate().limit(HEADER_BYTES));
        Map<Long, Long> moved = new TreeMap<>();
        ChunkBytes in = new ChunkBytes(chunk);
        for (int from = HEADER_BYTES, end; from < in.size(); from = end) {
            in.window(from, in.size());
            end = from + (int) in.readVarlong();
            long type = in.readVarlong();
            if (copy == 0
                    || !own.containsKey(type)
                    || !ONCE.contains(own.get(type).getName())) {
                int to = out.position();
                moved.put((long) from, (long) to);
                ByteArrayOutputStream body = new ByteArrayOutputStream(end - from);
                Varlongs.write(body, type);
                Varlongs.write(body, in.readVarlong() + ticks);
                if (type == CHECKPOINT) {
                    Varlongs.write(body, in.readVarlong()); // duration
                    long previous = in.readVarlong();
                    Varlongs.write(body, previous == 0 ? 0 : moved.get(from + previous) - to);
                } else if (own.containsKey(type)) {
                    copyFields(in, body, own.get(type), copy, seconds);
                }
                copyBytes(in, body, end - in.position());
                out.put(Varlongs.sized(body.toByteArray()));
            }
        }
        return header(out, moved, seconds, ticks);
    }

    private static ByteBuffer header(ByteBuffer out, Map<Long, Long> moved, long seconds, long ticks) {
        out.putLong(8, out.position());
        out.putLong(16, moved.get(out.getLong(16)));
        out.putLong(24, moved.get(out.getLong(24)));
        out.putLong(32, out.getLong(32) + seconds * 1_000_000_000);
        out.putLong(48, out.getLong(48) + ticks);
        return out.flip();
    }

    /** All fields but the first, which is the start time. */
    private static void copyFields(ChunkBytes in, ByteArrayOutputStream out, EventType type, int copy, long seconds) {
        List<ValueDescriptor> fields = type.getFields();
        for (ValueDescriptor field : fields.subList(1, fields.size())) {
            switch (field.getTypeName()) {
                case "boolean", "byte" -> copyBytes(in, out, 1);
                case "float" -> copyBytes(in, out, Float.BYTES);
                case "double" -> copyBytes(in, out, Double.BYTES);
                case "java.lang.String" -> copyText(in, out);
                default -> Varlongs.write(out, in.readVarlong() + later(field.getName(), copy, seconds));
            }
        }
    }

    private static long later(String field, int copy, long seconds) {
        if (INSTANTS_NS.contains(field)) {
            return seconds * 1_000_000_000;
        }
        if (INSTANTS_EPOCH_MS.contains(field)) {
            return seconds * 1_000;
        }
        return field.equals("period") ? copy * PERIODS_PER_COPY : 0;
    }

    private static void copyText(ChunkBytes in, ByteArrayOutputStream out) {
        byte encoding = in.readByte();
        out.write(encoding);
        if (encoding < 2) {
            return;
        }
        long count = in.readVarlong();
        Varlongs.write(out, count);
        if (encoding == 3 || encoding == 5) {
            copyBytes(in, out, (int) count);
        }
        for (long i = 0; encoding == 4 && i < count; i++) {
            Varlongs.write(out, in.readVarlong());
        }
    }

    private static void copyBytes(ChunkBytes in, ByteArrayOutputStream out, int count) {
        for (int i = 0; i < count; i++) {
            out.write(in.readByte());
        }
    }
}
