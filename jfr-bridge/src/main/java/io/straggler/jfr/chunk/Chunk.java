package io.straggler.jfr.chunk;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One chunk of a recording: its types, its constants and its events, read from the bytes of the file.
 *
 * <p>Events and constants are decoded by what the chunk's own metadata says of them, never by position. Constants are decoded
 * when they are asked for; until then only their places are known.
 *
 * <p>Threads: one at a time. Errors: what the bytes cannot mean throws {@link CorruptChunkException}; every loop moves forward, so
 * damaged bytes end it.
 */
public final class Chunk {
    /**
     * Largest number of text types that are looked up in; recorders write one, but a file may claim that all its types
     * are texts.
     */
    private static final int MAX_TEXT_TYPES = 8;

    private final ChunkBytes bytes;
    private final int firstEvent;

    /** Constants of a piece of a chunk; {@code null} if they are among the bytes. */
    private final @Nullable Chunk constants;

    private final RecordedTypes types;
    private final List<RecordedType> textTypes;
    private final FieldWalk skipping;
    private final ChunkWalk walk;
    private final Map<RecordedType, Map<Long, Object>> known = new IdentityHashMap<>();
    private @Nullable Map<Long, PoolIndex> pools;
    private int[] selected = new int[64];
    private int selectedCount;
    private @Nullable CorruptChunkException damage;
    private int undecodable;
    private boolean brokenPools;

    private Chunk(
            ChunkExtent extent, ChunkBytes bytes, RecordedTypes types, int firstEvent, @Nullable Chunk constants) {
        this.bytes = bytes;
        this.firstEvent = firstEvent;
        this.constants = constants;
        this.types = types;
        this.textTypes = types.all().stream()
                .filter(RecordedType::isText)
                .limit(MAX_TEXT_TYPES)
                .toList();
        this.skipping = FieldWalk.skipping(bytes);
        this.walk = new ChunkWalk(extent, bytes, types, skipping);
    }

    /** @param bytes exactly the chunk's */
    static Chunk of(ByteBuffer bytes, ChunkExtent extent, KnownTypes knownTypes) {
        ChunkBytes own = new ChunkBytes(bytes);
        RecordedTypes types = knownTypes.of(own, (int) extent.metadataOffsetBytes());
        return new Chunk(extent, own, types, ChunkExtent.HEADER_BYTES, null);
    }

    /**
     * A part of a long chunk's events.
     *
     * @param bytes exactly those events
     * @param constants types and constants, for this piece alone
     */
    static Chunk ofPiece(ByteBuffer bytes, ChunkExtent extent, Chunk constants) {
        return new Chunk(extent, new ChunkBytes(bytes), constants.types, 0, constants);
    }

    /** Returns the types that the chunk describes; it need not hold events of each. */
    public Collection<RecordedType> types() {
        return types.all();
    }

    /** Whether some names were lost, because the chunk's constants are damaged. */
    public boolean brokenPools() {
        return brokenPools || constants != null && constants.brokenPools();
    }

    /** How many events {@link #events} skipped because they did not fit their description. */
    public int undecodable() {
        return undecodable;
    }

    /**
     * Finds the events that will be handed over. Once, before {@link #events}; another thread may do it.
     *
     * @param filters which events of a type, by its name; {@code null} for one that is not wanted. An event that cannot be read that
     *     far is
     */
    void select(Function<String, EventFilter> filters) {
        if (types.all().stream().allMatch(type -> filters.apply(type.name) == null)) {
            return; // Nothing of ours is in async-profiler's chunks, nor in those of strangers.
        }
        WantedTypes<EventFilter> wantedTypes = new WantedTypes<>(this, types, filters);
        SkipRule[] skips = new SkipRule[WantedTypes.LOW_IDS];
        try {
            int at = bytes.skipEvents(firstEvent, skips);
            while (at < bytes.size()) {
                int end = walk.eventEnd(at);
                long type = bytes.readVarlong();
                WantedTypes.Wanted<EventFilter> wanted = wantedTypes.of(type);
                if (type >= 0 && type < skips.length && skips[(int) type] == null) {
                    skips[(int) type] = SkipRule.of(types.find(type), wanted == null ? null : wanted.taker());
                }
                if (wanted != null) {
                    wanted.row().startAt(bytes.position(), end);
                    if (accepts(wanted)) {
                        select(at);
                    }
                }
                at = bytes.skipEvents(end, skips);
            }
        } catch (CorruptChunkException e) {
            damage = e;
        }
    }

    private void select(int at) {
        if (selectedCount == selected.length) {
            selected = Arrays.copyOf(selected, selectedCount * 2);
        }
        selected[selectedCount++] = at;
    }

    private static boolean accepts(WantedTypes.Wanted<EventFilter> wanted) {
        try {
            return wanted.taker().accepts().test(wanted.row());
        } catch (CorruptChunkException e) {
            return true;
        }
    }

    /**
     * Hands over the selected events in order of the file, and then throws the {@link CorruptChunkException} that ended the selection, if
     * one did. Rows are valid until the next one of their type.
     *
     * @param consumers who takes the events of a type, by its name; {@code null} for one that is not wanted
     */
    public void events(Function<String, Consumer<EventView>> consumers) {
        events(List.of(consumers));
    }

    /** Reads the events in several rounds, one after the other. */
    public void events(List<Function<String, Consumer<EventView>>> rounds) {
        rounds.forEach(this::round);
        if (damage != null) {
            throw damage;
        }
    }

    private void round(Function<String, Consumer<EventView>> consumers) {
        WantedTypes<Consumer<EventView>> wantedTypes = new WantedTypes<>(this, types, consumers);
        for (int i = 0; i < selectedCount; i++) {
            int end = walk.eventEnd(selected[i]);
            WantedTypes.Wanted<Consumer<EventView>> wanted = wantedTypes.of(bytes.readVarlong());
            if (wanted != null) {
                wanted.row().startAt(bytes.position(), end);
                hand(wanted);
            }
        }
    }

    /** Decodes some of an event's fields, and finds where the next begins. */
    int decode(EventView row, RecordedType type, int from, int to, int position, int limit) {
        bytes.window(position, limit);
        int i = from;
        for (int plain = Math.min(to + 1, type.plainFields()); i < plain; i++) {
            row.set(i, bytes.readVarlong());
        }
        for (; i <= to; i++) {
            field(row, i, type.fields.get(i), 0);
        }
        return bytes.position();
    }

    /** The constant of a type that has the id: a {@link EventView}, a {@link String}, or {@code null} when there is none. */
    @Nullable
    Object constant(RecordedType type, long id) {
        if (constants != null) {
            return constants.constant(type, id);
        }
        Map<Long, Object> ofType = known.computeIfAbsent(type, same -> new HashMap<>());
        Object constant = ofType.get(id);
        if (constant == null) {
            constant = decodedConstant(type, id);
            // Stacks are long, and whoever asks for them keeps what it makes of them.
            if (constant != null && !type.hasArrays()) {
                ofType.put(id, constant);
            }
        }
        return constant;
    }

    private @Nullable Object decodedConstant(RecordedType type, long id) {
        Map<Long, PoolIndex> indexes = pools;
        if (indexes == null) {
            indexes = new HashMap<>();
            pools = indexes;
            readPools(indexes);
        }
        PoolIndex index = indexes.get(type.id);
        Integer position = index == null ? null : index.positionOf(id);
        if (position == null) {
            return null;
        }
        bytes.window(position, bytes.size());
        return type.isText() ? text(false) : row(type, 0);
    }

    private void hand(WantedTypes.Wanted<Consumer<EventView>> wanted) {
        try {
            wanted.taker().accept(wanted.row());
        } catch (CorruptChunkException e) {
            undecodable++;
        }
    }

    /** Where the chain of checkpoints is broken, what was found until then is kept. */
    private void readPools(Map<Long, PoolIndex> indexes) {
        try {
            walk.readPools(indexes);
        } catch (CorruptChunkException e) {
            brokenPools = true;
        }
    }

    private EventView row(RecordedType type, int depth) {
        FieldWalk.requireSensible(type, depth);
        EventView row = new EventView(this, type);
        for (int i = 0; i < type.fields.size(); i++) {
            field(row, i, type.fields.get(i), depth);
        }
        return row;
    }

    private void field(EventView row, int i, RecordedType.Field field, int depth) {
        if (field.array) {
            row.set(i, array(field, depth));
            return;
        }
        switch (field.encoding) {
            case BYTE -> row.set(i, bytes.readByte());
            case SHORT -> row.set(i, (short) bytes.readVarlong());
            case INT -> row.set(i, (int) bytes.readVarlong());
            case LONG, REFERENCE -> row.set(i, bytes.readVarlong());
            case FLOAT -> row.set(i, Double.doubleToRawLongBits(bytes.readFloat()));
            case DOUBLE -> row.set(i, Double.doubleToRawLongBits(bytes.readDouble()));
            case TEXT -> row.set(i, (Object) text(true));
            case INLINE -> row.set(i, row(field.type, depth + 1));
        }
    }

    /** Keeps an array's structures; nothing asks for arrays of anything else. */
    private List<EventView> array(RecordedType.Field field, int depth) {
        int count = bytes.readCount();
        List<EventView> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (field.encoding == RecordedType.Encoding.INLINE) {
                rows.add(row(field.type, depth + 1));
            } else {
                skipping.element(field);
            }
        }
        return rows;
    }

    /** Reads a text. One within the pool of strings must not refer to the pool: it could refer to itself. */
    private @Nullable String text(boolean mayRefer) {
        byte encoding = bytes.readByte();
        if (encoding == 2 && !mayRefer) {
            throw new CorruptChunkException("string constant must hold its text: position=" + bytes.position());
        }
        return switch (encoding) {
            case 0 -> null;
            case 1 -> "";
            case 2 -> textConstant(bytes.readVarlong());
            case 3 -> bytes.readUtf8();
            case 4 -> bytes.readChars();
            case 5 -> bytes.readLatin1();
            default -> throw new CorruptChunkException("encoding must be 0 to 5: encoding=" + encoding);
        };
    }

    /** A string from the pool, which lies elsewhere: the reading position comes back afterwards. */
    private @Nullable String textConstant(long id) {
        int position = bytes.position();
        int limit = position + bytes.remaining();
        String text = null;
        for (RecordedType type : textTypes) {
            if (constant(type, id) instanceof String found) {
                text = found;
            }
        }
        bytes.window(position, limit);
        return text;
    }
}
