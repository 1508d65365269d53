package io.straggler.jfr.read;

import io.straggler.jfr.chunk.EventView;
import java.util.function.ToLongFunction;

/**
 * Threads that the references of one chunk stand for, each looked up once: events by the million refer to a few
 * threads.
 */
final class ThreadNumbers {
    private static final int SLOTS = 1 << 10;

    private final long[] references = new long[SLOTS];
    private final long[] numbers = new long[SLOTS];
    private final boolean[] known = new boolean[SLOTS];
    private final String field;
    private final ToLongFunction<EventView> lookUp;

    /**
     * @param field of events, which refers to a thread
     * @param lookUp the number that stands for the thread of an event
     */
    ThreadNumbers(String field, ToLongFunction<EventView> lookUp) {
        this.field = field;
        this.lookUp = lookUp;
    }

    /** The number that stands for an event's thread; asked for again when another one has taken its place. */
    long of(EventView row) {
        long reference = row.number(field);
        int slot = (int) (reference ^ reference >>> 10) & SLOTS - 1;
        if (!known[slot] || references[slot] != reference) {
            numbers[slot] = lookUp.applyAsLong(row);
            references[slot] = reference;
            known[slot] = true;
        }
        return numbers[slot];
    }
}
