package io.straggler.flamegraph.report;

import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.Counterfactual;
import io.straggler.diagnosis.CulpritSite;
import io.straggler.diagnosis.Diagnosis;
import io.straggler.diagnosis.RunBudget;
import io.straggler.diagnosis.blame.Blame;
import io.straggler.diagnosis.blame.Culprit;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.diagnosis.budget.Where;
import io.straggler.model.Iteration;
import io.straggler.model.Series;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Conclusions in which every place has a hostile name. */
final class HostileConclusions {
    private HostileConclusions() {}

    static Conclusions of(Diagnosis diagnosis, List<String> names) {
        List<Where> where =
                names.stream().map(name -> new Where(name, 1_000, 1)).toList();
        List<TimeBudget> budgets = new ArrayList<>();
        List<CulpritSite> sites = new ArrayList<>();
        List<Counterfactual.Without> without = new ArrayList<>();
        Map<Long, List<Blame.Wait>> waits = new HashMap<>();
        List<Series.Point> points = List.of(new Series.Point(99, 5_000));
        for (int i = 0; i < names.size(); i++) {
            DiagnosedOutlier outlier = diagnosis.outliers().get(i);
            Iteration iteration = outlier.outlier().iteration();
            budgets.add(new TimeBudget(
                    iteration.intendedNs(),
                    iteration.latencyNs(),
                    List.of(new TimeBudget.Part(Cause.MONITOR, iteration.latencyNs(), 1, 1, List.of(where.get(i))))));
            Iteration next =
                    diagnosis.outliers().get((i + 1) % names.size()).outlier().iteration();
            Culprit culprit =
                    new Culprit(iteration, 1_000, 0, 1_000, 1, List.of(new Culprit.Victim(next.intendedNs(), 1_000)));
            waits.put(next.intendedNs(), List.of(new Blame.Wait(iteration.intendedNs(), 1_000)));
            sites.add(new CulpritSite(Cause.MONITOR, names.get(i), List.of(culprit)));
            without.add(new Counterfactual.Without(Cause.MONITOR, Optional.of(names.get(i)), points));
        }
        long latencyNs = budgets.stream().mapToLong(TimeBudget::latencyNs).sum();
        return new Conclusions(
                diagnosis,
                new Blame(
                        700,
                        sites.stream().flatMap(site -> site.culprits().stream()).toList(),
                        Map.of(),
                        waits),
                new RunBudget(
                        latencyNs,
                        List.of(new RunBudget.CauseSum(
                                Cause.MONITOR, latencyNs, 0, names.size(), names.size(), 0, where)),
                        budgets),
                sites,
                new Counterfactual(List.of(new Series.Point(99, 90_000)), 0.01, Optional.empty(), without),
                Optional.of(names.get(0)),
                List.of());
    }
}
