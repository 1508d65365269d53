package io.straggler.diagnosis;

import io.straggler.diagnosis.blame.QueueReplay;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.model.BusyPeriod;
import io.straggler.model.Iteration;
import io.straggler.model.LatencyCounts;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** The recorded part of a run as queues to be replayed, and the latencies of the rest. */
final class ReplayedRun {
    private final List<QueueReplay> queues = new ArrayList<>();

    // Recorded iterations in order. A run is replayed some twenty times.
    private final List<Iteration> recorded = new ArrayList<>();
    private final TimeBudget[] budgets;
    private final BitSet counted = new BitSet();

    private final LatencyCounts others;
    private final long normalNs;
    private final long thresholdNs;

    /**
     * @param normalNs what an iteration normally takes
     * @param thresholdNs what takes less alone is no outlier
     */
    ReplayedRun(
            List<BusyPeriod> periods,
            List<TimeBudget> ofOutliers,
            LatencyCounts latencies,
            long normalNs,
            long thresholdNs) {
        this.normalNs = normalNs;
        this.thresholdNs = thresholdNs;
        Map<Long, TimeBudget> byTag = new HashMap<>();
        ofOutliers.forEach(budget -> byTag.put(budget.intendedNs(), budget));
        for (BusyPeriod period : periods) {
            queues.add(new QueueReplay(period.iterations()));
            recorded.addAll(period.iterations());
        }
        budgets = new TimeBudget[recorded.size()];
        long[] left = latencies.counts().clone();
        for (int i = 0; i < budgets.length; i++) {
            budgets[i] = byTag.get(recorded.get(i).intendedNs());
            // Iterations that a normal sample touched are recorded, but not counted among the run's latencies.
            int bucket = latencies.bucketOf(recorded.get(i).latencyNs());
            if (bucket < left.length && left[bucket] > 0) {
                left[bucket]--;
                counted.set(i);
            }
        }
        this.others = new LatencyCounts(latencies.valuesNs(), left);
    }

    /** The latencies of the iterations that were not recorded. */
    LatencyCounts others() {
        return others;
    }

    /** The recorded iterations that count, in the order of their latencies. */
    List<Iteration> counted() {
        return counted.stream().mapToObj(recorded::get).toList();
    }

    /**
     * Share of a cause in time that is not known to be its own; a replay removes it as well.
     *
     * @param ofExcess the share, 0 to 1, of what each recorded iteration that was no outlier took beyond the normal time
     * @param ofNormal the share, 0 to 1, of the normal time, of every recorded iteration
     * @param ofUnknown whether the cause also took its share of the outliers' time that nothing is known of
     */
    record Assumptions(double ofExcess, double ofNormal, boolean ofUnknown) {
        static final Assumptions NOTHING = new Assumptions(0, 0, false);
    }

    /** Replays the recorded iterations without a cause, like {@link #latenciesNs}. */
    long[] without(Cause cause, Assumptions assumed) {
        return latenciesNs(
                outlier -> assumed.ofUnknown ? outlier.mayGoWithNs(cause, assumed.ofExcess) : outlier.goesWithNs(cause),
                assumed);
    }

    /**
     * Replays the recorded iterations, and returns the latencies of those that count, in the order of {@link #counted}.
     *
     * @param removedNs what is taken off the occupancy of an outlier
     * @param assumed what is taken off occupancies in addition
     */
    long[] latenciesNs(ToLongFunction<TimeBudget> removedNs, Assumptions assumed) {
        return latenciesOf(
                (i, occupancyNs) ->
                        budgets[i] == null ? ofExcess(occupancyNs, assumed) : removedNs.applyAsLong(budgets[i]),
                assumed);
    }

    /**
     * The share of a cause, 0 to 1, in the explained excess of outliers whose own occupancy was below the threshold: they were late because
     * they queued. The share stands for the recorded iterations that were no outliers, of whose causes nothing is known: they are as short.
     */
    double shareOfShorter(Cause cause) {
        long causeNs = 0;
        long allNs = 0;
        int next = 0;
        for (QueueReplay queue : queues) {
            for (long occupancyNs : queue.occupancies()) {
                TimeBudget budget = budgets[next++];
                if (budget != null && occupancyNs > normalNs && occupancyNs < thresholdNs) {
                    long excessNs = occupancyNs - normalNs;
                    long unknownNs =
                            Cause.UNKNOWN.stream().mapToLong(budget::ns).sum();
                    long knownNs = Math.max(0, excessNs - unknownNs);
                    causeNs += Math.min(knownNs, budget.goesWithNs(cause));
                    allNs += knownNs;
                }
            }
        }
        return allNs == 0 ? 0 : (double) causeNs / allNs;
    }

    /** Returns the latencies of a replay in which the culprits of a site have no excess. */
    long[] withoutSite(CulpritSite site, Assumptions assumed) {
        Map<Long, Long> excessNs = new HashMap<>();
        site.culprits().forEach(culprit -> excessNs.put(culprit.iteration().intendedNs(), culprit.excessNs()));
        return latenciesOf(
                (i, occupancyNs) -> {
                    Long excess = excessNs.get(recorded.get(i).intendedNs());
                    return excess != null ? excess : budgets[i] == null ? ofExcess(occupancyNs, assumed) : 0;
                },
                assumed);
    }

    private long ofExcess(long occupancyNs, Assumptions assumed) {
        return Math.round(assumed.ofExcess * Math.max(0, occupancyNs - normalNs));
    }

    /** Time that a replay removes from an iteration, by its number and its occupancy. */
    @FunctionalInterface
    private interface Removal {
        long removedNs(int iteration, long occupancyNs);
    }

    private long[] latenciesOf(Removal removal, Assumptions assumed) {
        long[] latencies = new long[counted.cardinality()];
        int next = 0;
        int size = 0;
        for (QueueReplay queue : queues) {
            long[] occupancies = queue.occupancies();
            for (int i = 0; i < occupancies.length; i++) {
                occupancies[i] -= removal.removedNs(next + i, occupancies[i]);
                occupancies[i] -= Math.round(assumed.ofNormal * Math.max(0, Math.min(normalNs, occupancies[i])));
            }
            long[] waits = queue.waits(occupancies);
            for (int i = 0; i < occupancies.length; i++) {
                if (counted.get(next++)) {
                    latencies[size++] = waits[i] + occupancies[i];
                }
            }
        }
        return latencies;
    }
}
