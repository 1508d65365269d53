package io.straggler.diagnosis;

import io.straggler.model.Iteration;
import io.straggler.model.ThreadUsage;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What threads used, by iteration. Each record belongs to one outlier at most. */
final class ThreadUsages {
    private final Map<Long, Map<Long, ThreadUsage>> byTagAndThread = new HashMap<>();

    ThreadUsages(List<ThreadUsage> all) {
        for (ThreadUsage one : all) {
            byTagAndThread
                    .computeIfAbsent(one.intendedNs(), tag -> new LinkedHashMap<>(2))
                    .merge(one.osThreadId(), one, ThreadUsages::longer);
        }
    }

    /** There is one record for each thread and iteration. If there are two, the shorter is a part of the longer. */
    private static ThreadUsage longer(ThreadUsage a, ThreadUsage b) {
        return b.toNs() - b.fromNs() > a.toNs() - a.fromNs() ? b : a;
    }

    /** What an iteration's threads used. A second call for the same iteration returns none. */
    List<ThreadUsage> take(Iteration iteration) {
        Map<Long, ThreadUsage> own = byTagAndThread.remove(iteration.intendedNs());
        return own == null ? List.of() : List.copyOf(own.values());
    }
}
