package io.straggler.diagnosis;

import io.straggler.model.Iteration;
import io.straggler.model.OffCoreInterval;
import io.straggler.model.OffCoreTimes;
import io.straggler.model.ThreadUsage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Records of what threads used, by iteration. Each record belongs to one outlier of a sequential task at most. Iterations of an asynchronous task overlap: there, a record holds for
 * all that were in flight meanwhile.
 */
final class ThreadUsages {
    /** Longest time in nanoseconds between two records of one thread that are read as one. */
    private static final long JOINED_NS = 50_000;

    private final Map<Long, Map<Long, ThreadUsage>> byTagAndThread = new HashMap<>();

    /** Records of each thread, in order of their ends, which is that of their beginnings. */
    private final Map<Long, List<ThreadUsage>> byThread = new LinkedHashMap<>();

    ThreadUsages(List<ThreadUsage> all) {
        for (ThreadUsage one : all) {
            byTagAndThread
                    .computeIfAbsent(one.intendedNs(), tag -> new LinkedHashMap<>(2))
                    .merge(one.osThreadId(), one, ThreadUsages::longer);
            byThread.computeIfAbsent(one.osThreadId(), id -> new ArrayList<>()).add(one);
        }
        byThread.values().forEach(records -> records.sort(Comparator.comparingLong(ThreadUsage::toNs)));
    }

    /** There is one record for each thread and iteration. If there are two, the shorter is a part of the longer. */
    private static ThreadUsage longer(ThreadUsage a, ThreadUsage b) {
        return b.toNs() - b.fromNs() > a.toNs() - a.fromNs() ? b : a;
    }

    /** Records of the thread of a sequential iteration. A second call for the same iteration returns none. */
    List<ThreadUsage> take(Iteration iteration) {
        Map<Long, ThreadUsage> own = byTagAndThread.remove(iteration.intendedNs());
        return own == null ? List.of() : List.copyOf(own.values());
    }

    /**
     * Records of each thread while an asynchronous iteration was in flight, whichever iteration they were made for: one record a thread. Records that follow each other
     * are joined; of several that do not, the one that covers most of the iteration is returned.
     */
    List<ThreadUsage> during(Iteration iteration) {
        List<ThreadUsage> own = new ArrayList<>();
        for (List<ThreadUsage> records : byThread.values()) {
            Optional<ThreadUsage> most = Optional.empty();
            for (ThreadUsage one : joined(records, iteration)) {
                if (most.isEmpty() || covered(one, iteration) > covered(most.get(), iteration)) {
                    most = Optional.of(one);
                }
            }
            most.ifPresent(own::add);
        }
        return own;
    }

    private static long covered(ThreadUsage one, Iteration iteration) {
        return Math.min(one.toNs(), iteration.endNs()) - Math.max(one.fromNs(), iteration.startNs());
    }

    private static List<ThreadUsage> joined(List<ThreadUsage> records, Iteration iteration) {
        List<ThreadUsage> joined = new ArrayList<>();
        for (int i = firstBehind(records, iteration.startNs());
                i < records.size() && records.get(i).fromNs() < iteration.endNs();
                i++) {
            ThreadUsage one = records.get(i);
            ThreadUsage last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
            if (last != null && one.fromNs() >= last.toNs() && one.fromNs() - last.toNs() <= JOINED_NS) {
                joined.set(joined.size() - 1, sum(last, one));
            } else {
                joined.add(one);
            }
        }
        return joined;
    }

    /** The first record that ends behind an instant. */
    private static int firstBehind(List<ThreadUsage> records, long ns) {
        int low = 0;
        int high = records.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (records.get(middle).toNs() > ns) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private static ThreadUsage sum(ThreadUsage earlier, ThreadUsage later) {
        return ThreadUsage.of(earlier.intendedNs(), earlier.osThreadId())
                .between(earlier.fromNs(), later.toNs())
                .runDelayNs(earlier.runDelayNs() + later.runDelayNs())
                .cpuNs(earlier.cpuNs() + later.cpuNs())
                .minorFaults(earlier.minorFaults() + later.minorFaults())
                .majorFaults(earlier.majorFaults() + later.majorFaults())
                .voluntarySwitches(earlier.voluntarySwitches() + later.voluntarySwitches())
                .involuntarySwitches(earlier.involuntarySwitches() + later.involuntarySwitches())
                .faultsNs(earlier.faultsNs() + later.faultsNs())
                .capturesNs(earlier.capturesNs() + later.capturesNs())
                .throttledNs(earlier.throttledNs() + later.throttledNs())
                .offCore(sum(earlier.offCore(), later.offCore()))
                .build();
    }

    /** An interval that both records touch is in both, and is the same one if it has the same beginning. */
    private static Optional<OffCoreTimes> sum(Optional<OffCoreTimes> earlier, Optional<OffCoreTimes> later) {
        if (earlier.isEmpty() || later.isEmpty()) {
            return Optional.empty();
        }
        Map<Long, OffCoreInterval> intervals = new LinkedHashMap<>();
        earlier.get().intervals().forEach(one -> intervals.put(one.fromNs(), one));
        for (OffCoreInterval one : later.get().intervals()) {
            intervals.merge(one.fromNs(), one, (known, other) -> other.toNs() > known.toNs() ? other : known);
        }
        return Optional.of(new OffCoreTimes(earlier.get().sinceNs(), List.copyOf(intervals.values())));
    }
}
