package io.straggler.jfr.chunk;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which events of a type are wanted. Threads: one at a time.
 *
 * @param accepts whether one is; an event that cannot be read that far throws {@link CorruptChunkException}
 * @param times excludes events by their times alone; {@code null} for none
 */
public record EventFilter(
        Predicate<EventView> accepts, @Nullable WantedTimes times) {
    /** All of them. */
    public static final EventFilter ALL = new EventFilter(row -> true, null);
}
