package io.straggler.jfr;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * One chunk as bytes: its events and constants as stretches, for those who copy them instead of reading them.
 *
 * <p>Threads: one. Errors: damaged bytes throw {@link CorruptChunkException}; every loop moves forward.
 */
final class RawChunk {
    static final long METADATA = 0;
    static final long CHECKPOINT = 1;

    private final ByteBuffer buffer;
    private final ChunkExtent extent;
    private final ChunkBytes bytes;
    private final RecordedTypes types;
    private final RecordedType text;

    private RawChunk(ByteBuffer buffer, ChunkExtent extent) {
        this.buffer = buffer;
        this.extent = extent;
        this.bytes = new ChunkBytes(buffer.duplicate());
        this.types = RecordedTypes.read(bytes, (int) extent.metadataOffsetBytes());
        this.text =
                types.all().stream().filter(RecordedType::isText).findFirst().orElse(null);
    }

    /** @param buffer exactly the chunk's bytes */
    static RawChunk of(ByteBuffer buffer, ChunkExtent extent) {
        return new RawChunk(buffer, extent);
    }

    ChunkExtent extent() {
        return extent;
    }

    RecordedTypes types() {
        return types;
    }

    /** The bytes of a stretch, to be copied at once. */
    ByteBuffer stretch(int from, int to) {
        return buffer.slice(from, to - from);
    }

    /** Hands over every event but metadata and constants, in order of the file. The event is valid during the call only. */
    void events(Consumer<RawEvent> consumer) {
        RawEvent event = new RawEvent(bytes, new FieldWalk(bytes, text, (type, id) -> {}));
        Map<Long, RecordedType> known = new HashMap<>();
        types.all().forEach(type -> known.put(type.id, type));
        int at = ChunkExtent.HEADER_BYTES;
        while (at < bytes.size()) {
            int end = eventEnd(at);
            RecordedType type = known.get(bytes.readVarlong());
            if (type != null && type.id != METADATA && type.id != CHECKPOINT) {
                event.moveTo(type, at, bytes.position(), end);
                consumer.accept(event);
            }
            at = end;
        }
    }

    /** Tells the constants that an event refers to. */
    void references(RawEvent event, FieldWalk.References references) {
        bytes.window(event.bodyPosition(), event.toPosition());
        new FieldWalk(bytes, text, references).value(event.type());
    }

    /** Tells the constants that a constant refers to, and returns where it ends. */
    int references(RecordedType type, int position, FieldWalk.References references) {
        bytes.window(position, bytes.size());
        new FieldWalk(bytes, text, references).value(type);
        return bytes.position();
    }

    /** What the event of types says, after its size. */
    ChunkBytes metadataBytes() {
        eventEnd((int) extent.metadataOffsetBytes());
        return bytes;
    }

    /** The places of all constants, by the id of their type. */
    Map<Long, PoolIndex> pools() {
        Map<Long, PoolIndex> pools = new HashMap<>();
        FieldWalk walk = new FieldWalk(bytes, text, (type, id) -> {});
        long at = extent.poolOffsetBytes();
        long unread = 2L * bytes.size();
        while (true) {
            int end = eventEnd((int) at);
            unread -= end - at;
            if (unread < 0 || bytes.readVarlong() != CHECKPOINT) {
                throw new CorruptChunkException("checkpoint must lie here: offset=" + (extent.offsetBytes() + at));
            }
            bytes.readVarlong(); // start
            bytes.readVarlong(); // duration
            long delta = bytes.readVarlong();
            bytes.readByte(); // kind of checkpoint
            readCheckpoint(pools, walk);
            if (delta == 0) {
                return pools;
            }
            if (delta > 0 || at + delta < ChunkExtent.HEADER_BYTES) {
                throw new CorruptChunkException("checkpoint must follow an earlier one: delta=" + delta);
            }
            at += delta;
        }
    }

    private void readCheckpoint(Map<Long, PoolIndex> pools, FieldWalk walk) {
        int poolCount = bytes.readCount();
        for (int i = 0; i < poolCount; i++) {
            RecordedType type = types.type(bytes.readVarlong());
            PoolIndex index = pools.computeIfAbsent(type.id, id -> new PoolIndex());
            int count = bytes.readCount();
            for (int k = 0; k < count; k++) {
                long id = bytes.readVarlong();
                index.add(id, bytes.position());
                walk.value(type);
            }
        }
    }

    /** Reads an event's size and opens a window on the rest of it. */
    private int eventEnd(int at) {
        bytes.window(at, bytes.size());
        long size = bytes.readVarlong();
        if (size < bytes.position() - at + 1 || size > bytes.size() - at) {
            throw new CorruptChunkException(
                    "event must lie within its chunk: sizeBytes=" + size + ", offset=" + (extent.offsetBytes() + at));
        }
        bytes.window(bytes.position(), at + (int) size);
        return at + (int) size;
    }
}
