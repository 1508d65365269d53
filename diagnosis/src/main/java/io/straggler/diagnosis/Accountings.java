package io.straggler.diagnosis;

import io.straggler.model.Iteration;
import io.straggler.model.ThreadAccounting;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The operating system's accounts by the iteration they are of; each is given to one outlier. */
final class Accountings {
    private final Map<Long, Map<Long, ThreadAccounting>> byTagAndThread = new HashMap<>();

    Accountings(List<ThreadAccounting> all) {
        for (ThreadAccounting one : all) {
            byTagAndThread
                    .computeIfAbsent(one.intendedNs(), tag -> new LinkedHashMap<>(2))
                    .merge(one.osThreadId(), one, Accountings::longer);
        }
    }

    /** A thread has one account of an iteration; of two, one is a part of the other. */
    private static ThreadAccounting longer(ThreadAccounting a, ThreadAccounting b) {
        return b.toNs() - b.fromNs() > a.toNs() - a.fromNs() ? b : a;
    }

    /** Those of an iteration's threads, once. */
    List<ThreadAccounting> take(Iteration iteration) {
        Map<Long, ThreadAccounting> own = byTagAndThread.remove(iteration.intendedNs());
        return own == null ? List.of() : List.copyOf(own.values());
    }
}
