package io.straggler.diagnosis;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.Evidence;
import io.straggler.model.Outlier;
import io.straggler.model.Place;
import io.straggler.model.RecordedRun;
import io.straggler.model.RunOutcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Stops of all threads that met no outlier. Where nobody knows when iterations were meant to start, whoever waited for one to begin meanwhile is in no
 * figure. Where a schedule says it, the iterations that were due then were late, but by less than the threshold.
 *
 * @param count how many there were
 * @param longestNs the longest, in nanoseconds
 * @param totalNs all together, in nanoseconds
 * @param leastNs the length from which on a stop counts: a millisecond, a quarter of the threshold or, with a schedule, the time from one start to the
 *     next, whichever is longest
 * @param scheduled whether a schedule said when iterations were meant to start
 * @param byName what they were, the largest sum first
 */
public record Standstills(
        long count, long longestNs, long totalNs, long leastNs, boolean scheduled, List<Named> byName) {
    /** Nothing stood still. */
    public static final Standstills NONE = new Standstills(0, 0, 0, 0, false, List.of());

    /** A stop counts from this part of the threshold on. */
    private static final long PARTS_OF_THRESHOLD = 4;

    /** Maximum number of names. */
    private static final int MAX_NAMES = 20;

    /**
     * Stops of one name.
     *
     * @param cause what stopped all threads
     * @param place the operation, or the pause and its collection
     * @param count how many there were
     * @param longestNs the longest, in nanoseconds
     * @param totalNs all together, in nanoseconds
     */
    public record Named(Cause cause, Place place, long count, long longestNs, long totalNs) {
        private Named and(Named other) {
            return new Named(
                    cause, place, count + other.count, Math.max(longestNs, other.longestNs), totalNs + other.totalNs);
        }
    }

    public Standstills {
        byName = List.copyOf(byName);
    }

    /**
     * Returns the standstills within the measured time of a run. Those behind the last known outlier are left out if
     * some outliers did not fit into memory.
     */
    static Standstills of(RecordedRun run) {
        List<Outlier> outliers = new ArrayList<>(run.outliers());
        outliers.sort(Comparator.comparingLong(outlier -> outlier.iteration().intendedNs()));
        long untilNs = run.dropped() > 0
                ? outliers.stream()
                        .mapToLong(outlier -> outlier.iteration().endNs())
                        .max()
                        .orElse(Long.MIN_VALUE)
                : Long.MAX_VALUE;
        List<Evidence> stops = new ArrayList<>();
        int next = 0;
        long lateUntilNs = Long.MIN_VALUE;
        for (Evidence stop : run.stops().stops()) {
            while (next < outliers.size() && outliers.get(next).iteration().intendedNs() <= stop.endNs()) {
                lateUntilNs =
                        Math.max(lateUntilNs, outliers.get(next++).iteration().endNs());
            }
            if (lateUntilNs < stop.startNs() && stop.endNs() <= untilNs) {
                stops.add(stop);
            }
        }
        return of(stops, run.runs(), run.stops().leastNs());
    }

    /** Returns the standstills that count. */
    private static Standstills of(List<Evidence> stops, List<RunOutcome> runs, long listedNs) {
        Map<List<Object>, Named> byName = new LinkedHashMap<>();
        for (Evidence stop : stops) {
            boolean counts =
                    runs.stream().anyMatch(one -> contains(one, stop) && counts(one, stop.durationNs(), listedNs));
            Cause cause = Cause.shownBy(stop.kind());
            if (counts && cause != null) {
                Named named = new Named(cause, stop.place(), 1, stop.durationNs(), stop.durationNs());
                byName.merge(List.of(named.cause, named.place), named, Named::and);
            }
        }
        List<Named> named = byName.values().stream()
                .sorted(Comparator.comparingLong(Named::totalNs).reversed())
                .toList();
        return new Standstills(
                named.stream().mapToLong(Named::count).sum(),
                named.stream().mapToLong(Named::longestNs).max().orElse(0),
                named.stream().mapToLong(Named::totalNs).sum(),
                runs.stream().mapToLong(one -> leastNs(one, listedNs)).min().orElse(0),
                runs.stream().anyMatch(RunOutcome::scheduled),
                named.subList(0, Math.min(MAX_NAMES, named.size())));
    }

    private static boolean contains(RunOutcome run, Evidence stop) {
        long lastedNs = (run.endEpochMs() - run.startEpochMs()) * 1_000_000;
        return stop.startNs() - run.originNs() >= 0 && stop.endNs() - run.originNs() <= lastedNs;
    }

    /** Where a schedule says when iterations start, a longer stop of all threads would have made one an outlier: not all of them stood still. */
    private static boolean counts(RunOutcome run, long ns, long listedNs) {
        boolean possible = !run.scheduled() || ns <= run.thresholdNs() + gapNs(run);
        return possible && ns >= leastNs(run, listedNs);
    }

    private static long gapNs(RunOutcome run) {
        return Math.round(1e9 / run.targetPerSecond());
    }

    private static long leastNs(RunOutcome run, long listedNs) {
        long leastNs = Math.max(listedNs, run.thresholdNs() / PARTS_OF_THRESHOLD);
        return run.scheduled() ? Math.max(leastNs, gapNs(run)) : leastNs;
    }
}
