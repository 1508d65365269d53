package io.straggler.diagnosis;

import io.straggler.model.Iteration;
import io.straggler.model.ThreadAccounting;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The operating system's accounts of threads, by iteration. Each belongs to one outlier at most. */
final class Accountings {
    private final Map<Long, Map<Long, ThreadAccounting>> byTagAndThread = new HashMap<>();

    Accountings(List<ThreadAccounting> all) {
        for (ThreadAccounting one : all) {
            byTagAndThread
                    .computeIfAbsent(one.intendedNs(), tag -> new LinkedHashMap<>(2))
                    .merge(one.osThreadId(), one, Accountings::longer);
        }
    }

    /** There is one account for each thread and iteration. If there are two, the shorter is a part of the longer. */
    private static ThreadAccounting longer(ThreadAccounting a, ThreadAccounting b) {
        return b.toNs() - b.fromNs() > a.toNs() - a.fromNs() ? b : a;
    }

    /** The accounts of an iteration's threads. A second call for the same iteration returns none. */
    List<ThreadAccounting> take(Iteration iteration) {
        Map<Long, ThreadAccounting> own = byTagAndThread.remove(iteration.intendedNs());
        return own == null ? List.of() : List.copyOf(own.values());
    }
}
