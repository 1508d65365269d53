package io.straggler.jfr.keep;

import io.straggler.jfr.chunk.ChunkBytes;
import io.straggler.jfr.chunk.ChunkExtent;
import io.straggler.jfr.chunk.ChunkWalk;
import io.straggler.jfr.chunk.CorruptChunkException;
import io.straggler.jfr.chunk.FieldWalk;
import io.straggler.jfr.chunk.PoolIndex;
import io.straggler.jfr.chunk.RecordedType;
import io.straggler.jfr.chunk.RecordedTypes;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One chunk as bytes: its events and constants as ranges of bytes, for those who copy them instead of reading them.
 *
 * <p>Threads: one. Errors: damaged bytes throw {@link CorruptChunkException}; every loop moves forward.
 */
public final class RawChunk {
    private final ByteBuffer buffer;
    private final ChunkExtent extent;
    private final ChunkBytes bytes;
    private final RecordedTypes types;
    private final @Nullable RecordedType text;
    private final ChunkWalk walk;

    private RawChunk(ByteBuffer buffer, ChunkExtent extent) {
        this.buffer = buffer;
        this.extent = extent;
        this.bytes = new ChunkBytes(buffer.duplicate());
        this.types = RecordedTypes.read(bytes, (int) extent.metadataOffsetBytes());
        this.text =
                types.all().stream().filter(RecordedType::isText).findFirst().orElse(null);
        this.walk = new ChunkWalk(extent, bytes, types, FieldWalk.skipping(bytes));
    }

    /** @param buffer exactly the chunk's bytes */
    public static RawChunk of(ByteBuffer buffer, ChunkExtent extent) {
        return new RawChunk(buffer, extent);
    }

    ChunkExtent extent() {
        return extent;
    }

    RecordedTypes types() {
        return types;
    }

    /** The bytes of a range, to be copied at once. */
    ByteBuffer range(int from, int to) {
        return buffer.slice(from, to - from);
    }

    /** Hands over every event but metadata and constants, in order of the file. The event is valid during the call only. */
    void events(Consumer<RawEvent> consumer) {
        RawEvent event = new RawEvent(bytes, FieldWalk.skipping(bytes));
        Map<Long, RecordedType> known = new HashMap<>();
        types.all().forEach(type -> known.put(type.id, type));
        int at = ChunkExtent.HEADER_BYTES;
        while (at < bytes.size()) {
            int end = walk.eventEnd(at);
            RecordedType type = known.get(bytes.readVarlong());
            if (type != null && type.id != ChunkWalk.METADATA && type.id != ChunkWalk.CHECKPOINT) {
                event.moveTo(type, at, bytes.position(), end);
                consumer.accept(event);
            }
            at = end;
        }
    }

    /** Finds the constants that an event refers to. */
    void references(RawEvent event, FieldWalk.References references) {
        bytes.window(event.bodyPosition(), event.toPosition());
        new FieldWalk(bytes, text, references).value(event.type());
    }

    /** Finds the constants that a constant refers to, and returns where it ends. */
    int references(RecordedType type, int position, FieldWalk.References references) {
        bytes.window(position, bytes.size());
        new FieldWalk(bytes, text, references).value(type);
        return bytes.position();
    }

    /** Returns the bytes of the event of types, behind its size. */
    ChunkBytes metadataBytes() {
        walk.eventEnd((int) extent.metadataOffsetBytes());
        return bytes;
    }

    /** The places of all constants, by the id of their type. */
    Map<Long, PoolIndex> pools() {
        Map<Long, PoolIndex> pools = new HashMap<>();
        walk.readPools(pools);
        return pools;
    }
}
