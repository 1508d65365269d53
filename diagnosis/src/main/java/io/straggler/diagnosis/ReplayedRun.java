package io.straggler.diagnosis;

import io.straggler.model.BusyPeriod;
import io.straggler.model.Iteration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/** The recorded part of a run as queues to be replayed, and the latencies of the rest. */
final class ReplayedRun {
    private final List<BusyPeriod> periods;
    private final Map<Long, TimeBudget> budgets;

    /** For each recorded iteration, in order, whether it is among the run's latencies. */
    private final List<Boolean> counted = new ArrayList<>();

    private final LatencyCounts others;

    /** @param budgets of outliers, by tag */
    ReplayedRun(List<BusyPeriod> periods, Map<Long, TimeBudget> budgets, LatencyCounts latencies) {
        this.periods = periods;
        this.budgets = budgets;
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

    /** The latencies that a replay gives to the recorded ones when what this cause took is removed. */
    long[] latenciesNs(Optional<Cause> removed) {
        LongStream.Builder latencies = LongStream.builder();
        int next = 0;
        for (BusyPeriod period : periods) {
            QueueReplay queue = new QueueReplay(period.iterations());
            long[] occupancies = queue.occupancies();
            for (int i = 0; i < occupancies.length; i++) {
                TimeBudget budget = budgets.get(period.iterations().get(i).intendedNs());
                if (budget != null && removed.isPresent()) {
                    occupancies[i] -= budget.ns(removed.get());
                }
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
