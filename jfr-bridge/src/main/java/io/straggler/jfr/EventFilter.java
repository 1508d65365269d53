package io.straggler.jfr;

import java.util.function.Predicate;

/**
 * Which events of a type are wanted. Threads: one at a time.
 *
 * @param accepts whether one is; an event that cannot be read that far throws {@link CorruptChunkException}
 * @param touching what an event has to touch, or is not wanted once that is known; {@code null} for nothing
 */
record EventFilter(Predicate<Row> accepts, TouchingEvents touching) {
    /** All of them. */
    static final EventFilter ALL = new EventFilter(row -> true, null);
}
