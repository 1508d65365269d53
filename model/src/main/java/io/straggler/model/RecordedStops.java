package io.straggler.model;

import java.util.List;

/**
 * Times in which all threads of a process stood still, whether or not an outlier met them.
 *
 * @param leastNs the shortest stop that is listed; shorter ones were left out
 * @param stops each once and apart from the others, in order of time: a pause and the safepoint around it are one stop. Its kind and place say what most
 *     of it was
 */
public record RecordedStops(long leastNs, List<Evidence> stops) {
    /** Shorter stops are of no interest to anybody outside of an outlier. */
    public static final long MIN_NS = 1_000_000;

    /** Nothing stood still. */
    public static final RecordedStops NONE = new RecordedStops(MIN_NS, List.of());

    public RecordedStops {
        stops = List.copyOf(stops);
    }
}
