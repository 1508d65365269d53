package io.straggler.diagnosis;

import io.straggler.model.Evidence;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.WatchedThread;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which evidence overlaps which outlier, from its intended start to its end.
 *
 * <p>A sweep over outliers and evidence in order of time keeps those aside that are still open. It costs the sorting plus the number of
 * overlaps. An outlier that names its thread is compared with the evidence of that thread and of all threads, and with no other. There can be
 * many overlaps: in a saturated run every outlier overlaps all events of several seconds. So {@link OverlapBudget} limits their number, and
 * the worst outliers come first. If what is left of the budget does not suffice for an outlier's whole latency, the outlier gets the evidence of
 * its service time. If it does not suffice for that either, the outlier gets no evidence.
 */
final class EvidenceOverlaps {
    private static final Comparator<Evidence> FIRST_FIRST = Comparator.comparingLong(Evidence::startNs);

    private final List<Window> windows = new ArrayList<>();

    /** Evidence that is swept together, with the windows that are compared with it. */
    private final List<Track> tracks = new ArrayList<>();

    private EvidenceOverlaps(List<Evidence> evidence, List<Outlier> outliers, ThreadsOfCalls threads) {
        List<Window> ofAnyThread = new ArrayList<>();
        Map<Long, List<Window>> byThread = new HashMap<>();
        for (Outlier outlier : outliers) {
            Window window = new Window(outlier.iteration());
            windows.add(window);
            if (!outlier.hasThread()) {
                ofAnyThread.add(window);
            }
            threads.of(outlier)
                    .forEach(thread -> byThread.computeIfAbsent(thread, id -> new ArrayList<>())
                            .add(window));
        }
        if (!ofAnyThread.isEmpty()) {
            tracks.add(new Track(evidence, ofAnyThread));
        }
        if (!byThread.isEmpty()) {
            Map<Long, List<Evidence>> evidenceByThread =
                    evidence.stream().collect(Collectors.groupingBy(Evidence::osThreadId));
            List<Window> ofThreads =
                    byThread.values().stream().flatMap(List::stream).distinct().toList();
            tracks.add(new Track(evidenceByThread.getOrDefault(Evidence.ANY_THREAD, List.of()), ofThreads));
            byThread.forEach(
                    (thread, own) -> tracks.add(new Track(evidenceByThread.getOrDefault(thread, List.of()), own)));
        }
    }

    /**
     * Evidence that was found.
     *
     * @param evidence of each outlier, in order of time; the lists are in order of the outliers
     * @param leftOut indices of the outliers that did not get the evidence of their whole latency
     */
    record Found(List<List<Evidence>> evidence, BitSet leftOut) {}

    static Found of(List<WatchedThread> watched, List<Evidence> evidence, List<Outlier> outliers) {
        return of(
                watched,
                evidence,
                outliers,
                OverlapBudget.of(outliers, evidence.size(), OverlapBudget.EVENT_SHARED_BY));
    }

    static Found of(List<WatchedThread> watched, List<Evidence> evidence, List<Outlier> outliers, long budget) {
        Set<Long> threads = new HashSet<>();
        threads.add(Evidence.ANY_THREAD);
        watched.stream().map(WatchedThread::osThreadId).forEach(threads::add);
        EvidenceOverlaps overlaps = new EvidenceOverlaps(
                evidence.stream()
                        .filter(one -> threads.contains(one.osThreadId()))
                        .sorted(FIRST_FIRST)
                        .toList(),
                outliers,
                new ThreadsOfCalls(watched));
        overlaps.choose(budget);
        overlaps.tracks.forEach(Track::sweep);
        return new Found(shared(overlaps.windows), overlaps.leftOut());
    }

    private BitSet leftOut() {
        BitSet leftOut = new BitSet();
        for (int i = 0; i < windows.size(); i++) {
            Window window = windows.get(i);
            leftOut.set(i, !window.chosen || window.fromNs > window.iteration.intendedNs());
        }
        return leftOut;
    }

    private void choose(long budget) {
        long all = 0;
        for (Window window : windows) {
            all += window.cost(window.iteration.intendedNs());
        }
        if (all <= budget) {
            windows.forEach(window -> window.choose(window.iteration.intendedNs()));
        } else {
            chooseWorst(budget);
        }
    }

    private void chooseWorst(long budget) {
        List<Window> worstFirst = new ArrayList<>(windows);
        worstFirst.sort(Comparator.comparingLong((Window window) -> window.iteration.latencyNs())
                .reversed());
        long left = budget;
        for (Window window : worstFirst) {
            Iteration iteration = window.iteration;
            for (long fromNs : new long[] {iteration.intendedNs(), iteration.startNs()}) {
                long cost = window.chosen ? 0 : window.cost(fromNs);
                if (!window.chosen && cost <= left) {
                    window.choose(fromNs);
                    left -= cost;
                }
            }
        }
    }

    /** Evidence in order of time, and the windows that it may belong to. */
    private static final class Track {
        private final List<Evidence> evidence;
        private final List<Window> windows;
        private final long[] startsNs;
        private final long[] endsNs;

        private Track(List<Evidence> evidence, List<Window> windows) {
            this.evidence = evidence;
            this.windows = windows;
            this.startsNs = evidence.stream().mapToLong(Evidence::startNs).toArray();
            this.endsNs = evidence.stream().mapToLong(Evidence::endNs).sorted().toArray();
            windows.forEach(window -> window.tracks.add(this));
        }

        private long count(long fromNs, long toNs) {
            return countUpTo(startsNs, toNs) - countBefore(endsNs, fromNs);
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
            List<Evidence> found = window.found();
            previous = found.equals(previous) ? previous : List.copyOf(found);
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
        private final List<Track> tracks = new ArrayList<>(2);
        private final List<Evidence> found = new ArrayList<>();
        private long fromNs;
        private boolean chosen;

        private Window(Iteration iteration) {
            this.iteration = iteration;
        }

        private long cost(long fromNs) {
            long cost = 0;
            for (Track track : tracks) {
                cost += track.count(fromNs, toNs());
            }
            return cost;
        }

        private void choose(long fromNs) {
            this.fromNs = fromNs;
            chosen = true;
        }

        private long toNs() {
            return iteration.endNs();
        }

        /** An instant counts on the edges too, an interval has to reach inside. */
        private void addIfOverlapping(Evidence one) {
            boolean instant = one.startNs() == one.endNs();
            if (instant
                    ? fromNs <= one.startNs() && one.startNs() <= toNs()
                    : one.startNs() < toNs() && one.endNs() > fromNs) {
                found.add(one);
            }
        }

        private List<Evidence> found() {
            if (tracks.size() > 1) {
                found.sort(FIRST_FIRST);
            }
            return found;
        }
    }
}
