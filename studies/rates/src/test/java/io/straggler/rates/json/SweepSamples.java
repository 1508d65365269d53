package io.straggler.rates.json;

import io.straggler.diagnosis.RunBudget.CauseSum;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.Where;
import io.straggler.diagnosis.statistics.Estimate;
import io.straggler.model.Place;
import io.straggler.model.RunStatus;
import io.straggler.rates.result.SweptRates;
import io.straggler.rates.result.SweptStep;
import io.straggler.rates.result.SweptStep.Budget;
import io.straggler.rates.result.SweptStep.Percentile;
import io.straggler.rates.result.SweptStep.Round;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Sweeps that nobody measured. */
public final class SweepSamples {
    private SweepSamples() {}

    /** Four rates: two that are kept, one that is saturated in one of two rounds, one at which the task throws. */
    public static SweptRates four() {
        return of(
                step(10_000, RunStatus.OK, Cause.GC_PAUSE, 40),
                step(20_000, RunStatus.OK, Cause.RUN_QUEUE, 60),
                step(40_000, RunStatus.SATURATED, Cause.RUN_QUEUE, 5_000),
                step(80_000, RunStatus.FAILED, Cause.CODE, 0));
    }

    /** Twelve rates that look like a real sweep: four are not kept. */
    public static SweptRates twelve() {
        Cause[] largest = {
            Cause.GC_PAUSE, Cause.GC_PAUSE, Cause.RUN_QUEUE, Cause.PAGE_FAULT, Cause.CULPRITS, Cause.USUAL_WORK
        };
        List<SweptStep> steps = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            double perSecond = Math.round(10_000 * Math.pow(200, i / 11.0));
            double load = perSecond / 500_000;
            boolean kept = load < 0.9;
            List<Percentile> percentiles = new ArrayList<>();
            for (double percentile : kept ? List.of(50.0, 90.0, 99.0, 99.9, 99.99) : List.<Double>of()) {
                double ns = 700 / (1 - load) * Math.pow(1 / (1 - percentile / 100), 0.5);
                percentiles.add(new Percentile(
                        percentile, (long) ns, Optional.of(new Estimate(ns, ns * 0.8, ns * (1.1 + load / 2)))));
            }
            SweptStep like = step(perSecond, kept ? RunStatus.OK : RunStatus.SATURATED, largest[i / 2], 100 + 100 * i);
            steps.add(new SweptStep(
                    perSecond, like.place(), like.status(), like.reason(), like.rounds(), percentiles, like.budget()));
        }
        return of(steps.toArray(SweptStep[]::new));
    }

    public static SweptRates of(SweptStep... steps) {
        return new SweptRates(
                "com.acme.</script>Task",
                List.of(10_000.0, 20_000.0, 40_000.0, 80_000.0, 160_000.0),
                2,
                7,
                List.of(steps),
                "Interrupted.");
    }

    /** The first round is kept, the second is as given. */
    public static SweptStep step(double perSecond, RunStatus status, Cause largest, long outliers) {
        List<Percentile> percentiles = status == RunStatus.OK
                ? List.of(
                        new Percentile(50, (long) perSecond / 10, Optional.empty()),
                        new Percentile(
                                99,
                                (long) perSecond,
                                Optional.of(new Estimate(perSecond, perSecond * 0.9, perSecond * 1.1))))
                : List.of();
        String reason = status == RunStatus.OK ? "" : "that is why";
        List<CauseSum> causes = outliers == 0
                ? List.of()
                : List.of(
                        new CauseSum(
                                largest,
                                3_000,
                                1_000,
                                outliers,
                                5,
                                20,
                                List.of(new Where(Place.of("there"), 3_000, 20))),
                        new CauseSum(Cause.UNEXPLAINED, 1_000, 0, outliers, 0, 0, List.of()));
        return new SweptStep(
                perSecond,
                String.format(Locale.ROOT, "rate-%08d", (long) perSecond),
                status,
                reason,
                List.of(
                        new Round(1, 3, RunStatus.OK, "", perSecond, 50_000, percentiles),
                        new Round(2, 2, status, reason, 0.75 * perSecond, 40_000, percentiles)),
                percentiles,
                new Budget(50_000, outliers, outliers == 0 ? 0 : 5_000, "", causes));
    }
}
