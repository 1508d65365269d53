package io.straggler.jfr.event;

import io.straggler.jfr.chunk.CorruptChunkException;
import io.straggler.jfr.chunk.EventView;
import io.straggler.model.Evidence;
import io.straggler.model.Place;

/** Which times a clock can have shown: a damaged recording holds any number. */
public final class Times {
    /** No clock has run for that long, which is decades; differences of two such times are still numbers. */
    public static final long FARTHEST_NS = 1L << 60;

    /**
     * Longest duration in nanoseconds, two weeks: the sum over as many outliers as a recording can hold is still a
     * number.
     */
    static final long LONGEST_NS = 1L << 50;

    private Times() {}

    /** Whether a clock can have shown it. */
    static boolean shown(long ns) {
        return Math.abs(ns) < FARTHEST_NS;
    }

    /** Returns the evidence of something that stopped more than one thread, from an event with its begin and end. */
    static Evidence evidence(EventView row, Evidence.Kind kind, Place place) {
        long fromNs = row.number("fromNs");
        long toNs = Math.max(fromNs, row.number("toNs"));
        if (!shown(fromNs) || toNs >= FARTHEST_NS) {
            throw new CorruptChunkException(
                    kind.label() + " must be at a time that a clock can show: fromNs=" + fromNs);
        }
        return new Evidence(kind, fromNs, toNs, Evidence.ANY_THREAD, place);
    }
}
