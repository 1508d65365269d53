package io.straggler.diagnosis;

import io.straggler.model.Iteration;
import io.straggler.model.ThreadAccounting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The operating system's accounts by the iteration they speak of. */
final class Accountings {
    /** How far to look back: as many threads as are usually watched, and then some. */
    private static final int NEAR = 16;

    private final Map<Long, List<ThreadAccounting>> byTag = new HashMap<>();

    /** Those of times in which nobody knows what ran, by when they begin; of one thread they do not overlap. */
    private final List<ThreadAccounting> untagged = new ArrayList<>();

    Accountings(List<ThreadAccounting> all) {
        for (ThreadAccounting one : all) {
            if (one.intendedNs() == ThreadAccounting.UNTAGGED) {
                untagged.add(one);
            } else {
                byTag.computeIfAbsent(one.intendedNs(), tag -> new ArrayList<>())
                        .add(one);
            }
        }
        untagged.sort(Comparator.comparingLong(ThreadAccounting::fromNs));
    }

    /** Its own, or else the longest untagged ones of each thread that overlap it while it was not queued. */
    List<ThreadAccounting> of(Iteration iteration) {
        List<ThreadAccounting> own = byTag.get(iteration.intendedNs());
        return own != null ? own : overlapping(iteration.startNs() - iteration.dispatchNs(), iteration.endNs());
    }

    private List<ThreadAccounting> overlapping(long fromNs, long toNs) {
        Map<Long, ThreadAccounting> longest = new HashMap<>();
        int last = lastBeginningBefore(toNs);
        for (int i = last; i >= 0 && i > last - NEAR; i--) {
            ThreadAccounting one = untagged.get(i);
            if (one.toNs() > fromNs) {
                longest.merge(
                        one.osThreadId(),
                        one,
                        (a, b) -> overlapNs(b, fromNs, toNs) > overlapNs(a, fromNs, toNs) ? b : a);
            }
        }
        return List.copyOf(longest.values());
    }

    private static long overlapNs(ThreadAccounting one, long fromNs, long toNs) {
        return Math.min(one.toNs(), toNs) - Math.max(one.fromNs(), fromNs);
    }

    private int lastBeginningBefore(long timeNs) {
        int low = 0;
        int high = untagged.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (untagged.get(middle).fromNs() < timeNs) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }
}
