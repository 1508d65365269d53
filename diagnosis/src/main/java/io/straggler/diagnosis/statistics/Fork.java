package io.straggler.diagnosis.statistics;

import io.straggler.model.LatencyCounts;
import java.util.List;

/**
 * The latencies of one JVM, as consecutive periods of time.
 *
 * @param name which it was, for messages
 * @param periods in order of time, all of the same length; 100 or more let the autocorrelation be seen
 * @param periodNs how long each was
 */
public record Fork(String name, List<LatencyCounts> periods, long periodNs) {
    public Fork {
        periods = List.copyOf(periods);
        if (periods.isEmpty()) {
            throw new IllegalArgumentException("periods must be at least one: periods=0, name=" + name);
        }
        if (periodNs <= 0) {
            throw new IllegalArgumentException("periodNs must be above zero: periodNs=" + periodNs);
        }
    }

    /** How long all periods were together. */
    public long lengthNs() {
        return periodNs * periods.size();
    }
}
