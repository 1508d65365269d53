package io.straggler.diagnosis;

import io.straggler.model.CoreUse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Scheduler counts of threads in order of time. The sampler looks at all threads at once, so all counts between the
 * same two looks have the same interval, and intervals of different looks do not overlap.
 */
final class CoreUseTimes {
    private final List<CoreUse> ordered;

    CoreUseTimes(List<CoreUse> all) {
        ordered = new ArrayList<>(all);
        ordered.sort(Comparator.comparingLong(CoreUse::toNs));
    }

    /** Returns the counts that overlap an interval. */
    List<CoreUse> within(long fromNs, long toNs) {
        int low = 0;
        int high = ordered.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ordered.get(middle).toNs() > fromNs) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        int end = low;
        while (end < ordered.size() && ordered.get(end).fromNs() < toNs) {
            end++;
        }
        return ordered.subList(low, end);
    }
}
