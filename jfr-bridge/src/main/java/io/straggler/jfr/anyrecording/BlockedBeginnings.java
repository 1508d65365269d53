package io.straggler.jfr.anyrecording;

import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.Outlier;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds outliers that began while the thread that their event names was blocked: they began on another thread, as requests do that an event loop hands over to a pool
 * whose threads wait for work.
 */
final class BlockedBeginnings {
    /** Waits in which no code of the program runs. */
    private static final Set<Kind> WAITS = EnumSet.of(Kind.PARK, Kind.MONITOR_ENTER, Kind.MONITOR_WAIT, Kind.SLEEP);

    private BlockedBeginnings() {}

    /** @param errorNs time for which a wait has to last on either side of a beginning, because their clocks may differ by that */
    static ThreadChanges of(List<Outlier> outliers, List<Evidence> evidence, long errorNs) {
        Map<Long, NavigableMap<Long, Long>> endsByStart = new HashMap<>();
        for (Evidence one : evidence) {
            if (WAITS.contains(one.kind())) {
                endsByStart
                        .computeIfAbsent(one.osThreadId(), thread -> new TreeMap<>())
                        .merge(one.startNs(), one.endNs(), Math::max);
            }
        }
        Set<Long> threads = new HashSet<>();
        long count = 0;
        for (Outlier outlier : outliers) {
            NavigableMap<Long, Long> waits = endsByStart.get(outlier.osThreadId());
            long beganNs = outlier.iteration().startNs();
            Map.Entry<Long, Long> wait = waits == null ? null : waits.lowerEntry(beganNs - errorNs);
            if (wait != null && wait.getValue() > beganNs + errorNs) {
                threads.add(outlier.osThreadId());
                count++;
            }
        }
        return new ThreadChanges(0, count, threads);
    }
}
