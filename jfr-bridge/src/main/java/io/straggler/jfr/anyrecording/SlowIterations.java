package io.straggler.jfr.anyrecording;

import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.WatchedThread;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The outliers of a recording.
 *
 * @param listed those that are long enough to be listed, with the threads that their events name
 * @param outliers those of the listed that lie in no other one of the same thread, each with a start of its own; {@link Outlier#UNFOLLOWED} is the thread of those that are no work
 *     of one thread; {@link Outlier#UNNAMED} of those whose events name none
 * @param count how many iterations were as long, unlisted and nested ones too
 * @param nested how many of those that are listed lie in another one of the same thread: their time is that one's
 * @param changes signs that outliers are not the work of the threads that committed them
 * @param threads that ran outliers; several can have had the same number of the system's, one after the other
 */
public record SlowIterations(
        List<Outlier> listed,
        List<Outlier> outliers,
        long count,
        long nested,
        ThreadChanges changes,
        List<WatchedThread> threads) {
    public SlowIterations {
        listed = List.copyOf(listed);
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

    /** Number of the outliers that are no work of one thread. */
    public long unfollowed() {
        return outliers.stream()
                .filter(outlier -> outlier.osThreadId() == Outlier.UNFOLLOWED)
                .count();
    }

    /** These outliers, if further threads are known to have committed what they did not do alone. */
    SlowIterations and(ThreadChanges more) {
        return of(listed, count, changes.and(more), threads);
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
     * @param listed in any order
     * @param known signs that have been seen so far, to which come those that the outliers themselves show
     */
    static SlowIterations of(List<Outlier> listed, long count, ThreadChanges known, List<WatchedThread> threads) {
        List<Outlier> ordered = new ArrayList<>(listed);
        ordered.sort(Comparator.comparingLong(Outlier::osThreadId)
                .thenComparing(outlier -> outlier.iteration().startNs())
                .thenComparing(outlier -> -outlier.iteration().endNs()));
        ThreadChanges changes = known.and(overlapping(ordered));
        List<Outlier> outermost = new ArrayList<>();
        Outlier last = null;
        for (Outlier outlier : ordered) {
            if (changes.threads().contains(outlier.osThreadId())) {
                outermost.add(outlier.on(Outlier.UNFOLLOWED));
            } else if (last == null || !outlier.hasThread() || !within(outlier, last)) {
                outermost.add(outlier.hasThread() ? outlier : outlier.on(Outlier.UNNAMED));
                last = outlier;
            }
        }
        return new SlowIterations(
                listed,
                withTags(outermost),
                count,
                listed.size() - outermost.size(),
                changes,
                threads.stream()
                        .filter(thread -> !changes.threads().contains(thread.osThreadId()))
                        .toList());
    }

    private static boolean within(Outlier one, Outlier other) {
        return one.osThreadId() == other.osThreadId()
                && one.iteration().endNs() <= other.iteration().endNs();
    }

    /** @param ordered by thread and start, of equal starts the longer one first */
    private static ThreadChanges overlapping(List<Outlier> ordered) {
        Set<Long> threads = new HashSet<>();
        Deque<Outlier> open = new ArrayDeque<>();
        long overlapping = 0;
        for (Outlier outlier : ordered) {
            long startNs = outlier.iteration().startNs();
            while (!open.isEmpty()
                    && (open.peek().osThreadId() != outlier.osThreadId()
                            || open.peek().iteration().endNs() <= startNs)) {
                open.pop();
            }
            if (outlier.hasThread()) {
                if (!open.isEmpty() && !within(outlier, open.peek())) {
                    overlapping++;
                    threads.add(outlier.osThreadId());
                }
                open.push(outlier);
            }
        }
        return new ThreadChanges(overlapping, 0, threads);
    }
}
