package io.straggler.jfr.chunk;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The types of one chunk that somebody wants, by their ids: found out when the first event of a type turns up.
 *
 * @param <T> who wants them
 */
final class WantedTypes<T> {
    /** The JVM numbers its types from zero, and async-profiler too. */
    static final int LOW_IDS = 1 << 12;

    @SuppressWarnings("NullAway") // Only compared with: of() has null for it.
    private static final Wanted<?> NOBODYS = new Wanted<>(null, null);

    private final Wanted<?>[] byLowId = new Wanted<?>[LOW_IDS];
    private final Map<Long, Wanted<?>> byOtherId = new HashMap<>();
    private final Chunk chunk;
    private final RecordedTypes types;
    private final Function<String, T> takers;

    /** Consumer of the events of a type, and the row that is used for all of them. */
    record Wanted<T>(EventView row, T taker) {}

    WantedTypes(Chunk chunk, RecordedTypes types, Function<String, T> takers) {
        this.chunk = chunk;
        this.types = types;
        this.takers = takers;
    }

    /** Returns the consumer of events of this type; {@code null} for none. */
    @SuppressWarnings("unchecked")
    @Nullable
    Wanted<T> of(long type) {
        Wanted<?> wanted = type >= 0 && type < LOW_IDS ? low((int) type) : byOtherId.computeIfAbsent(type, this::find);
        return wanted == NOBODYS ? null : (Wanted<T>) wanted;
    }

    private Wanted<?> low(int type) {
        Wanted<?> wanted = byLowId[type];
        if (wanted == null) {
            wanted = find(type);
            byLowId[type] = wanted;
        }
        return wanted;
    }

    private Wanted<?> find(long id) {
        RecordedType type = types.find(id);
        if (type == null) {
            return NOBODYS;
        }
        T taker = takers.apply(type.name);
        return taker == null ? NOBODYS : new Wanted<>(new EventView(chunk, type), taker);
    }
}
