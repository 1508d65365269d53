package io.straggler.flamegraph.report;

import io.straggler.diagnosis.CulpritSite;
import io.straggler.diagnosis.blame.Culprit;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.model.Iteration;
import io.straggler.model.RunId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The outliers that a page holds, in order of run and intended start, each with its budget, and the worst of them with everything
 * that is known. What does not fit is an even sample of the rest.
 */
final class ShownOutliers {
    /** A dot each. */
    static final int MAX_SHOWN = 100_000;

    /** Number of the worst outliers that are all shown where not all outliers are. */
    private static final int WORST_SHOWN = MAX_SHOWN / 2;

    /** The worst are shown in full. */
    static final int MAX_DETAILED = 200;

    /** And those that caused the most delay, as far as they are not among the worst. */
    static final int MAX_DETAILED_CULPRITS = 100;

    /**
     * One of them.
     *
     * @param diagnosed what was recorded about it
     * @param budget where its latency went
     */
    record Shown(DiagnosedOutlier diagnosed, TimeBudget budget) {
        Iteration iteration() {
            return diagnosed.outlier().iteration();
        }
    }

    private static final Comparator<Shown> IN_ORDER = Comparator.comparing(
                    (Shown one) -> one.iteration().runId())
            .thenComparingLong(one -> one.iteration().intendedNs());

    private static final Comparator<Shown> WORST_FIRST = Comparator.comparingLong(
                    (Shown one) -> one.iteration().latencyNs())
            .reversed()
            .thenComparing(IN_ORDER);

    private final List<Shown> shown;
    private final Set<Integer> detailed = new HashSet<>();
    private final Map<RunId, Map<Long, Integer>> places = new HashMap<>();
    private final int count;

    ShownOutliers(ReportData data) {
        List<DiagnosedOutlier> all = data.conclusions().diagnosis().outliers();
        List<TimeBudget> budgets = data.conclusions().budget().budgets();
        this.count = all.size();
        this.shown = fitting(IntStream.range(0, count)
                .mapToObj(i -> new Shown(all.get(i), budgets.get(i)))
                .toList());
        for (int i = 0; i < shown.size(); i++) {
            Iteration iteration = shown.get(i).iteration();
            places.computeIfAbsent(iteration.runId(), run -> new HashMap<>()).put(iteration.intendedNs(), i);
        }
        worst().forEach(one -> detailed.add(indexOf(one.iteration())));
        data.conclusions().sites().stream()
                .map(CulpritSite::culprits)
                .flatMap(culprits -> culprits.stream().limit(CulpritSection.MAX_CULPRITS))
                .sorted(Comparator.comparingLong(Culprit::delayCausedNs).reversed())
                .map(culprit -> indexOf(culprit.iteration()))
                .filter(index -> index >= 0)
                .limit(MAX_DETAILED_CULPRITS)
                .forEach(detailed::add);
    }

    /** All; or the worst half of the room, then every n-th of the rest. */
    private static List<Shown> fitting(List<Shown> all) {
        List<Shown> fitting = new ArrayList<>(all);
        if (all.size() > MAX_SHOWN) {
            int[] worstFirst = worstFirst(all);
            int rest = MAX_SHOWN - WORST_SHOWN;
            long others = worstFirst.length - WORST_SHOWN;
            BitSet fits = new BitSet(worstFirst.length);
            for (int i = 0; i < MAX_SHOWN; i++) {
                fits.set(worstFirst[(int) (i < WORST_SHOWN ? i : WORST_SHOWN + (i - WORST_SHOWN) * others / rest)]);
            }
            fitting.clear();
            fits.stream().forEach(i -> fitting.add(all.get(i)));
        }
        fitting.sort(IN_ORDER);
        return List.copyOf(fitting);
    }

    /**
     * Their places, the longest latency first, and of equal ones the first. A place and a latency share a number, because there may be
     * millions of them; where a latency of hours leaves no room for both, it is rounded.
     */
    private static int[] worstFirst(List<Shown> all) {
        long longestNs =
                all.stream().mapToLong(one -> one.iteration().latencyNs()).max().orElse(0);
        int placeBits = Integer.SIZE - Integer.numberOfLeadingZeros(all.size());
        int tooMany = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(longestNs) + placeBits - (Long.SIZE - 1));
        long[] keys = new long[all.size()];
        for (int i = 0; i < keys.length; i++) {
            long shortfallNs = longestNs - all.get(i).iteration().latencyNs();
            keys[i] = shortfallNs >>> tooMany << placeBits | i;
        }
        Arrays.sort(keys);
        int[] places = new int[keys.length];
        for (int i = 0; i < places.length; i++) {
            places[i] = (int) (keys[i] & (1L << placeBits) - 1);
        }
        return places;
    }

    /** Returns the outliers to be shown in full. */
    private Stream<Shown> worst() {
        long[] latenciesNs = shown.stream()
                .mapToLong(one -> one.iteration().latencyNs())
                .sorted()
                .toArray();
        long leastNs = latenciesNs.length == 0 ? 0 : latenciesNs[Math.max(0, latenciesNs.length - MAX_DETAILED)];
        return shown.stream()
                .filter(one -> one.iteration().latencyNs() >= leastNs)
                .sorted(WORST_FIRST)
                .limit(MAX_DETAILED);
    }

    /** How many outliers there are, those included that do not fit. */
    int count() {
        return count;
    }

    /** How many of the worst are all there; of the others it is a sample. */
    int complete() {
        return count > MAX_SHOWN ? WORST_SHOWN : count;
    }

    List<Shown> all() {
        return shown;
    }

    /** Whether everything about it is shown. */
    boolean detailed(int index) {
        return detailed.contains(index);
    }

    /** Where an iteration stands among the outliers that are shown; −1 if it does not. */
    int indexOf(Iteration iteration) {
        return indexOf(iteration.runId(), iteration.intendedNs());
    }

    int indexOf(RunId run, long intendedNs) {
        return places.getOrDefault(run, Map.of()).getOrDefault(intendedNs, -1);
    }
}
