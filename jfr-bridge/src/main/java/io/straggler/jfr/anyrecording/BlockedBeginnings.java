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
    /** Waits in which no code of the program or of the JDK runs. */
    private static final Set<Kind> WAITS = EnumSet.of(Kind.PARK, Kind.MONITOR_ENTER, Kind.MONITOR_WAIT);

    /** Time on either side of a beginning for which a wait has to last, because two chunks may state the time a little differently. */
    private static final long MARGIN_NS = 100_000;

    private BlockedBeginnings() {}

    static ThreadChanges of(List<Outlier> outliers, List<Evidence> evidence) {
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
            Map.Entry<Long, Long> wait = waits == null ? null : waits.lowerEntry(beganNs - MARGIN_NS);
            if (wait != null && wait.getValue() > beganNs + MARGIN_NS) {
                threads.add(outlier.osThreadId());
                count++;
            }
        }
        return new ThreadChanges(0, count, threads);
    }
}
