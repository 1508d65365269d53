package io.straggler.jfr;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/** What one chunk's references to threads stand for, each looked up once: events by the million refer to a few threads. */
final class ThreadNumbers {
    private static final int SLOTS = 1 << 10;

    private final long[] references = new long[SLOTS];
    private final long[] numbers = new long[SLOTS];
    private final boolean[] known = new boolean[SLOTS];

    /** References mean something else in every chunk: has to be called before each. */
    void nextChunk() {
        Arrays.fill(known, false);
    }

    /** The number that stands for the reference; asked for again when another one has taken its place. */
    long of(long reference, LongUnaryOperator lookUp) {
        int slot = (int) (reference ^ reference >>> 10) & SLOTS - 1;
        if (!known[slot] || references[slot] != reference) {
            numbers[slot] = lookUp.applyAsLong(reference);
            references[slot] = reference;
            known[slot] = true;
        }
        return numbers[slot];
    }
}
