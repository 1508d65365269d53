package io.straggler.compare.recorded;

import io.straggler.model.LatencyCounts;
import java.util.TreeMap;

/** Latencies while they are counted. */
final class CountedValues {
    private final TreeMap<Long, Long> counts = new TreeMap<>();

    void add(long valueNs, long count) {
        counts.merge(valueNs, count, Long::sum);
    }

    boolean isEmpty() {
        return counts.isEmpty();
    }

    LatencyCounts latencies() {
        return new LatencyCounts(
                counts.keySet().stream().mapToLong(Long::longValue).toArray(),
                counts.values().stream().mapToLong(Long::longValue).toArray());
    }
}
