package io.straggler.jfr.read;

import io.straggler.model.Place;

/**
 * A time in which a blocked virtual thread kept its carrier.
 *
 * @param javaThreadId of the virtual thread; zero if it is not known
 * @param place what pinned the carrier, and the program's method that blocked
 */
public record Pin(long fromNs, long toNs, long javaThreadId, Place place) {
    /** Nanoseconds of an interval in which the carrier was pinned; below zero if in none. */
    long overlapNs(long otherFromNs, long otherToNs) {
        return Math.min(toNs, otherToNs) - Math.max(fromNs, otherFromNs);
    }
}
