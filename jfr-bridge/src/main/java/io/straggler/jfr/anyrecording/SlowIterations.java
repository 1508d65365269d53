package io.straggler.jfr.anyrecording;

import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.WatchedThread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The outliers of a recording.
 *
 * @param outliers those that lie in no other one of the same thread, each with a start of its own; the thread of those whose events name none is
 *     {@link Outlier#UNNAMED}
 * @param count how many iterations were as long, unlisted and nested ones too
 * @param nested how many of those that are listed lie in another one of the same thread: their time is that one's
 * @param overlapping how many begin while another one of the same thread runs, and end after it
 * @param threads that ran outliers; several can have had the same number of the system's, one after the other
 */
public record SlowIterations(
        List<Outlier> outliers, long count, long nested, long overlapping, List<WatchedThread> threads) {
    public SlowIterations {
        outliers = List.copyOf(outliers);
        threads = List.copyOf(threads);
    }

    /** Number of the outliers whose events name no thread. */
    public long unnamed() {
        return outliers.stream()
                .filter(outlier -> outlier.osThreadId() == Outlier.UNNAMED)
                .count();
    }

    /** Numbers of the virtual threads that ran outliers. */
    public Set<Long> virtualThreads() {
        return threads.stream()
                .filter(WatchedThread::virtual)
                .map(WatchedThread::osThreadId)
                .collect(Collectors.toSet());
    }

    /** An iteration's start is its tag: of two that began in the same nanosecond, one gets the next. */
    private static List<Outlier> withTags(List<Outlier> outliers) {
        Set<Long> tags = new HashSet<>();
        Map<Long, Long> nextNs = new HashMap<>();
        List<Outlier> tagged = new ArrayList<>(outliers.size());
        for (Outlier outlier : outliers) {
            Iteration one = outlier.iteration();
            long startNs = nextNs.getOrDefault(one.startNs(), one.startNs());
            while (!tags.add(startNs)) {
                startNs = nextNs.getOrDefault(startNs, startNs + 1);
            }
            nextNs.put(one.startNs(), startNs + 1);
            long laterNs = startNs - one.startNs();
            Iteration moved = new Iteration(one.runId(), startNs, startNs, one.endNs() + laterNs, 0, 0);
            tagged.add(
                    laterNs == 0
                            ? outlier
                            : new Outlier(
                                    moved,
                                    outlier.thresholdNs(),
                                    outlier.probes(),
                                    outlier.osThreadId(),
                                    outlier.group()));
        }
        return tagged;
    }

    /**
     * Leaves out those that lie in another one.
     *
     * @param all that are listed
     */
    static SlowIterations of(List<Outlier> all, long count, List<WatchedThread> threads) {
        List<Outlier> ordered = new ArrayList<>(all);
        ordered.sort(Comparator.comparingLong(Outlier::osThreadId)
                .thenComparing(outlier -> outlier.iteration().startNs())
                .thenComparing(outlier -> -outlier.iteration().endNs()));
        List<Outlier> outermost = new ArrayList<>();
        long overlapping = 0;
        Outlier last = null;
        for (Outlier outlier : ordered) {
            long freeFromNs = last != null && outlier.hasThread() && last.osThreadId() == outlier.osThreadId()
                    ? last.iteration().endNs()
                    : Long.MIN_VALUE;
            boolean nested = outlier.iteration().endNs() <= freeFromNs;
            if (!nested) {
                overlapping += outlier.iteration().startNs() < freeFromNs ? 1 : 0;
                outermost.add(outlier.hasThread() ? outlier : outlier.on(Outlier.UNNAMED));
                last = outlier;
            }
        }
        return new SlowIterations(withTags(outermost), count, all.size() - outermost.size(), overlapping, threads);
    }
}
