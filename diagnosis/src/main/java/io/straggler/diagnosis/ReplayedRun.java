package io.straggler.diagnosis;

import io.straggler.model.BusyPeriod;
import io.straggler.model.Iteration;
import io.straggler.model.LatencyCounts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/** The recorded part of a run as queues to be replayed, and the latencies of the rest. */
final class ReplayedRun {
    private final List<BusyPeriod> periods;
    private final Map<Long, TimeBudget> budgets = new HashMap<>();

    /** For each recorded iteration, in order, whether it is among the run's latencies. */
    private final List<Boolean> counted = new ArrayList<>();

    private final LatencyCounts others;

    ReplayedRun(List<BusyPeriod> periods, List<TimeBudget> budgets, LatencyCounts latencies) {
        this.periods = periods;
        budgets.forEach(budget -> this.budgets.put(budget.intendedNs(), budget));
        long[] left = latencies.counts().clone();
        for (BusyPeriod period : periods) {
            for (Iteration iteration : period.iterations()) {
                // Iterations that a baseline capture touched are recorded, but not counted.
                int bucket = latencies.bucketOf(iteration.latencyNs());
                boolean among = bucket < left.length && left[bucket] > 0;
                if (among) {
                    left[bucket]--;
                }
                counted.add(among);
            }
        }
        this.others = new LatencyCounts(latencies.valuesNs(), left);
    }

    /** The latencies of the iterations that were not recorded. */
    LatencyCounts others() {
        return others;
    }

    /** The latencies that a replay gives to the recorded ones when so much is removed of each outlier. */
    long[] latenciesNs(ToLongFunction<TimeBudget> removedNs) {
        return latenciesOf(iteration -> {
            TimeBudget budget = budgets.get(iteration.intendedNs());
            return budget == null ? 0 : removedNs.applyAsLong(budget);
        });
    }

    /** The same when the culprits of a site have no excess. */
    long[] fixed(CulpritSite site) {
        Map<Long, Long> excessNs = new HashMap<>();
        site.culprits().forEach(culprit -> excessNs.put(culprit.iteration().intendedNs(), culprit.excessNs()));
        return latenciesOf(iteration -> excessNs.getOrDefault(iteration.intendedNs(), 0L));
    }

    private long[] latenciesOf(ToLongFunction<Iteration> removedNs) {
        LongStream.Builder latencies = LongStream.builder();
        int next = 0;
        for (BusyPeriod period : periods) {
            QueueReplay queue = new QueueReplay(period.iterations());
            long[] occupancies = queue.occupancies();
            for (int i = 0; i < occupancies.length; i++) {
                occupancies[i] -= removedNs.applyAsLong(period.iterations().get(i));
            }
            long[] waits = queue.waits(occupancies);
            for (int i = 0; i < occupancies.length; i++) {
                if (counted.get(next++)) {
                    latencies.add(waits[i] + occupancies[i]);
                }
            }
        }
        return latencies.build().toArray();
    }
}
