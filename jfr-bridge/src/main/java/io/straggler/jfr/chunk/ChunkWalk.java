package io.straggler.jfr.chunk;

import java.util.Map;

/**
 * The way through a chunk's bytes, from event to event and from checkpoint to checkpoint, for those who decode it and those who
 * copy it.
 *
 * <p>Threads: one. Errors: damaged bytes throw {@link CorruptChunkException}; every loop moves forward.
 */
public final class ChunkWalk {
    public static final long METADATA = 0;
    public static final long CHECKPOINT = 1;

    private final ChunkExtent extent;
    private final ChunkBytes bytes;
    private final RecordedTypes types;
    private final FieldWalk values;

    /** @param values walks over a constant's value */
    public ChunkWalk(ChunkExtent extent, ChunkBytes bytes, RecordedTypes types, FieldWalk values) {
        this.extent = extent;
        this.bytes = bytes;
        this.types = types;
        this.values = values;
    }

    /** Reads an event's size and opens a window on the rest of it. */
    public int eventEnd(int at) {
        bytes.window(at, bytes.size());
        long size = bytes.readVarlong();
        if (size < bytes.position() - at + 1 || size > bytes.size() - at) {
            throw notWithin(size, at);
        }
        bytes.window(bytes.position(), at + (int) size);
        return at + (int) size;
    }

    private CorruptChunkException notWithin(long size, int at) {
        return new CorruptChunkException(
                "event must lie within its chunk: sizeBytes=" + size + ", offset=" + (extent.offsetBytes() + at));
    }

    /**
     * Adds the places of all constants, by the id of their type: along the chain of checkpoints from the last to the first. Where it is
     * broken, those that were found until then have been added.
     */
    public void readPools(Map<Long, PoolIndex> pools) {
        if (extent.poolOffsetBytes() == 0) {
            readAllPools(pools);
            return;
        }
        long at = extent.poolOffsetBytes();
        long unread = 2L * bytes.size();
        while (true) {
            int end = eventEnd((int) at);
            unread -= end - at;
            if (unread < 0 || bytes.readVarlong() != CHECKPOINT) {
                throw new CorruptChunkException("checkpoint must lie here: offset=" + (extent.offsetBytes() + at));
            }
            long delta = readCheckpoint(pools);
            if (delta == 0) {
                return;
            }
            if (delta > 0 || at + delta < ChunkExtent.HEADER_BYTES) {
                throw new CorruptChunkException("checkpoint must follow an earlier one: delta=" + delta);
            }
            at += delta;
        }
    }

    /** Constants in a file of their own: checkpoints one after the other. */
    private void readAllPools(Map<Long, PoolIndex> pools) {
        int at = ChunkExtent.HEADER_BYTES;
        while (at < bytes.size()) {
            int end = eventEnd(at);
            if (bytes.readVarlong() == CHECKPOINT) {
                readCheckpoint(pools);
            }
            at = end;
        }
    }

    /** Reads a checkpoint from behind its type; returns the distance to the one before. */
    private long readCheckpoint(Map<Long, PoolIndex> pools) {
        bytes.readVarlong(); // start
        bytes.readVarlong(); // duration
        long delta = bytes.readVarlong();
        bytes.readByte(); // kind of checkpoint
        int poolCount = bytes.readCount();
        for (int i = 0; i < poolCount; i++) {
            RecordedType type = types.type(bytes.readVarlong());
            PoolIndex index = pools.computeIfAbsent(type.id, id -> new PoolIndex());
            int count = bytes.readCount();
            for (int k = 0; k < count; k++) {
                long id = bytes.readVarlong();
                index.add(id, bytes.position());
                values.value(type);
            }
        }
        return delta;
    }
}
