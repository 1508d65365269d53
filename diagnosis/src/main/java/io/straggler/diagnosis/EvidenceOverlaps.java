package io.straggler.diagnosis;

import io.straggler.model.Evidence;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.RecordedRun;
import io.straggler.model.hook.WatchedThread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which evidence overlaps which outlier, from its intended start to its end.
 *
 * <p>A sweep over outliers and evidence in order of time keeps those aside that are still open. It costs the sorting plus the number of
 * overlaps. There can be many overlaps: in a saturated run every outlier overlaps all events of several seconds. So {@link #BUDGET} limits
 * their number, and the worst outliers come first. If what is left of the budget does not suffice for an outlier's whole latency, the
 * outlier gets the evidence of its service time. If it does not suffice for that either, the outlier gets no evidence.
 */
final class EvidenceOverlaps {
    static final long BUDGET = 5_000_000;

    private final List<Evidence> evidence;
    private final List<Window> windows = new ArrayList<>();

    private EvidenceOverlaps(List<Evidence> evidence) {
        this.evidence = evidence;
    }

    /** The evidence of each outlier, in order of time; the lists are in order of {@code outliers}. */
    static List<List<Evidence>> of(RecordedRun run, List<Outlier> outliers) {
        return of(run, outliers, BUDGET);
    }

    static List<List<Evidence>> of(RecordedRun run, List<Outlier> outliers, long budget) {
        Set<Long> threads = new HashSet<>();
        threads.add(Evidence.ANY_THREAD);
        run.threads().stream().map(WatchedThread::osThreadId).forEach(threads::add);
        EvidenceOverlaps overlaps = new EvidenceOverlaps(run.evidence().stream()
                .filter(one -> threads.contains(one.osThreadId()))
                .sorted(Comparator.comparingLong(Evidence::startNs))
                .toList());
        overlaps.choose(outliers, budget);
        overlaps.sweep();
        return shared(overlaps.windows);
    }

    private void choose(List<Outlier> outliers, long budget) {
        long[] startsNs = evidence.stream().mapToLong(Evidence::startNs).toArray();
        long[] endsNs = evidence.stream().mapToLong(Evidence::endNs).sorted().toArray();
        for (Outlier outlier : outliers) {
            windows.add(new Window(outlier));
        }
        long all = 0;
        for (Window window : windows) {
            Iteration iteration = window.iteration;
            window.fromNs = iteration.intendedNs();
            all += countUpTo(startsNs, iteration.endNs()) - countBefore(endsNs, iteration.intendedNs());
        }
        if (all <= budget) {
            windows.forEach(window -> window.chosen = true);
        } else {
            chooseWorst(startsNs, endsNs, budget);
        }
    }

    private void chooseWorst(long[] startsNs, long[] endsNs, long budget) {
        List<Window> worstFirst = new ArrayList<>(windows);
        worstFirst.sort(Comparator.comparingLong((Window window) -> window.iteration.latencyNs())
                .reversed());
        long left = budget;
        for (Window window : worstFirst) {
            Iteration iteration = window.iteration;
            for (long fromNs : new long[] {iteration.intendedNs(), iteration.startNs()}) {
                long cost = countUpTo(startsNs, iteration.endNs()) - countBefore(endsNs, fromNs);
                if (!window.chosen && cost <= left) {
                    window.fromNs = fromNs;
                    window.chosen = true;
                    left -= cost;
                }
            }
        }
    }

    private void sweep() {
        List<Window> ordered = new ArrayList<>(windows);
        ordered.removeIf(window -> !window.chosen);
        ordered.sort(Comparator.comparingLong(window -> window.fromNs));
        List<Window> openWindows = new ArrayList<>();
        List<Evidence> openEvidence = new ArrayList<>();
        int next = 0;
        for (Evidence one : evidence) {
            while (next < ordered.size() && ordered.get(next).fromNs <= one.startNs()) {
                open(ordered.get(next++), openWindows, openEvidence);
            }
            closeBefore(one.startNs(), openWindows);
            for (Window window : openWindows) {
                window.addIfOverlapping(one);
            }
            openEvidence.add(one);
        }
        while (next < ordered.size()) {
            open(ordered.get(next++), openWindows, openEvidence);
        }
    }

    /** Lets go of the windows that ended. A loop: this is done for every piece of evidence, and most of the time there is none. */
    private static void closeBefore(long timeNs, List<Window> openWindows) {
        int kept = 0;
        for (int i = 0; i < openWindows.size(); i++) {
            Window window = openWindows.get(i);
            if (window.toNs() >= timeNs) {
                openWindows.set(kept++, window);
            }
        }
        if (kept < openWindows.size()) {
            openWindows.subList(kept, openWindows.size()).clear();
        }
    }

    private static void open(Window window, List<Window> openWindows, List<Evidence> openEvidence) {
        openEvidence.removeIf(one -> one.endNs() < window.fromNs);
        openEvidence.forEach(window::addIfOverlapping);
        openWindows.add(window);
    }

    /** Neighbours in one stall have the same evidence: one list is enough for them. */
    private static List<List<Evidence>> shared(List<Window> windows) {
        List<List<Evidence>> lists = new ArrayList<>(windows.size());
        List<Evidence> previous = List.of();
        for (Window window : windows) {
            previous = window.found.equals(previous) ? previous : List.copyOf(window.found);
            lists.add(previous);
        }
        return lists;
    }

    private static long countUpTo(long[] ordered, long valueNs) {
        return countBefore(ordered, valueNs + 1);
    }

    private static long countBefore(long[] ordered, long valueNs) {
        int low = 0;
        int high = ordered.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ordered[middle] < valueNs) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static final class Window {
        private final Iteration iteration;
        private final Outlier outlier;
        private final List<Evidence> found = new ArrayList<>();
        private long fromNs;
        private boolean chosen;

        private Window(Outlier outlier) {
            this.outlier = outlier;
            this.iteration = outlier.iteration();
        }

        private long toNs() {
            return iteration.endNs();
        }

        /** An instant counts on the edges too, an interval has to reach inside; what happened on another thread than its own does not. */
        private void addIfOverlapping(Evidence one) {
            if (outlier.hasThread()
                    && one.osThreadId() != Evidence.ANY_THREAD
                    && one.osThreadId() != outlier.osThreadId()) {
                return;
            }
            boolean instant = one.startNs() == one.endNs();
            if (instant
                    ? fromNs <= one.startNs() && one.startNs() <= toNs()
                    : one.startNs() < toNs() && one.endNs() > fromNs) {
                found.add(one);
            }
        }
    }
}
