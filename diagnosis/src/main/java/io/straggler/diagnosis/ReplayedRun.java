package io.straggler.diagnosis;

import io.straggler.diagnosis.blame.QueueReplay;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.model.BusyPeriod;
import io.straggler.model.Iteration;
import io.straggler.model.LatencyCounts;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.function.ToLongFunction;

/** The recorded part of a run as queues to be replayed, and the latencies of the rest. */
final class ReplayedRun {
    private final List<QueueReplay> queues = new ArrayList<>();

    // Of each recorded iteration, in order. A run is replayed some twenty times.
    private final long[] tags;
    private final TimeBudget[] budgets;
    private final BitSet counted = new BitSet();

    private final LatencyCounts others;

    ReplayedRun(List<BusyPeriod> periods, List<TimeBudget> ofOutliers, LatencyCounts latencies) {
        Map<Long, TimeBudget> byTag = new HashMap<>();
        ofOutliers.forEach(budget -> byTag.put(budget.intendedNs(), budget));
        int iterations = 0;
        for (BusyPeriod period : periods) {
            iterations += period.iterations().size();
        }
        tags = new long[iterations];
        budgets = new TimeBudget[iterations];
        long[] left = latencies.counts().clone();
        int next = 0;
        for (BusyPeriod period : periods) {
            queues.add(new QueueReplay(period.iterations()));
            for (Iteration iteration : period.iterations()) {
                tags[next] = iteration.intendedNs();
                budgets[next] = byTag.get(iteration.intendedNs());
                // Iterations that a baseline capture touched are recorded, but not counted among the run's latencies.
                int bucket = latencies.bucketOf(iteration.latencyNs());
                if (bucket < left.length && left[bucket] > 0) {
                    left[bucket]--;
                    counted.set(next);
                }
                next++;
            }
        }
        this.others = new LatencyCounts(latencies.valuesNs(), left);
    }

    /** The latencies of the iterations that were not recorded. */
    LatencyCounts others() {
        return others;
    }

    /** Of the recorded iterations that count, in the order of their latencies. */
    long[] countedTags() {
        long[] ofCounted = new long[counted.cardinality()];
        int size = 0;
        for (int i = counted.nextSetBit(0); i >= 0; i = counted.nextSetBit(i + 1)) {
            ofCounted[size++] = tags[i];
        }
        return ofCounted;
    }

    /** The latencies that a replay gives to the recorded ones when so much is removed of each outlier. */
    long[] latenciesNs(ToLongFunction<TimeBudget> removedNs) {
        return latenciesOf(i -> budgets[i] == null ? 0 : removedNs.applyAsLong(budgets[i]));
    }

    /** The same when the culprits of a site have no excess. */
    long[] fixed(CulpritSite site) {
        Map<Long, Long> excessNs = new HashMap<>();
        site.culprits().forEach(culprit -> excessNs.put(culprit.iteration().intendedNs(), culprit.excessNs()));
        return latenciesOf(i -> excessNs.getOrDefault(tags[i], 0L));
    }

    /** @param removedNs of an iteration, by its number */
    private long[] latenciesOf(IntToLongFunction removedNs) {
        long[] latencies = new long[counted.cardinality()];
        int next = 0;
        int size = 0;
        for (QueueReplay queue : queues) {
            long[] occupancies = queue.occupancies();
            for (int i = 0; i < occupancies.length; i++) {
                occupancies[i] -= removedNs.applyAsLong(next + i);
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
