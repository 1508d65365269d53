package io.straggler.model;

import java.util.List;

/**
 * All times in which a thread had no core, as the kernel recorded the switches.
 *
 * @param sinceNs from when on they are known; until the iteration's end
 * @param intervals in order
 */
public record OffCoreTimes(long sinceNs, List<OffCoreInterval> intervals) {
    public OffCoreTimes {
        intervals = List.copyOf(intervals);
    }
}
