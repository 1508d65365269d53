package io.straggler.diagnosis.statistics;

import io.straggler.model.LatencyCounts;
import java.util.List;

/**
 * The latencies of one JVM, as consecutive stretches of time.
 *
 * @param name which it was, for messages
 * @param stretches in order of time, all of the same length; 100 or more let the autocorrelation be seen
 * @param stretchNs how long each was
 */
public record Fork(String name, List<LatencyCounts> stretches, long stretchNs) {
    public Fork {
        stretches = List.copyOf(stretches);
        if (stretches.isEmpty()) {
            throw new IllegalArgumentException("stretches must be at least one: stretches=0, name=" + name);
        }
        if (stretchNs <= 0) {
            throw new IllegalArgumentException("stretchNs must be above zero: stretchNs=" + stretchNs);
        }
    }

    /** How long all stretches were together. */
    public long lengthNs() {
        return stretchNs * stretches.size();
    }
}
