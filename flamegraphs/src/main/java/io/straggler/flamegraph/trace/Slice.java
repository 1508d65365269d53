package io.straggler.flamegraph.trace;

import java.util.Comparator;
import java.util.Map;

/**
 * Something with a name that took time.
 *
 * @param fromNs when it began, on the clock of the measured process
 * @param toNs when it ended; the same for an instant
 * @param category for viewers to filter by
 * @param arguments shown when it is selected
 */
record Slice(long fromNs, long toNs, String name, String category, Map<String, ?> arguments) {
    /** Order in which a slice within another one comes behind it. */
    static final Comparator<Slice> OUTER_FIRST = Comparator.comparingLong(Slice::fromNs)
            .thenComparing(Comparator.comparingLong(Slice::toNs).reversed());

    long durationNs() {
        return toNs - fromNs;
    }
}
