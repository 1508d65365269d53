package io.straggler.cli.remedies;

import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.Counterfactual;
import io.straggler.diagnosis.Counterfactual.Without;
import io.straggler.diagnosis.RunBudget.CauseSum;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.statistics.Metric;
import io.straggler.model.RunDescription;
import io.straggler.model.Series;
import io.straggler.remedies.result.TriedRemedy.Outcome;
import io.straggler.remedies.result.TriedRemedy.Prediction;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Checks of predictions: the percentile without a cause by the report of the program as it is, against the percentile
 * with a remedy.
 */
final class Predictions {
    /** Share of a cause below which it is gone. */
    private static final double GONE = 0.1;

    /** A remedy against several causes checks the prediction of one if the others took less than this part of the latency. */
    private static final double ALONE = 0.05;

    /** Ends of an interval that are farther apart predict nothing. */
    private static final long WIDEST = 100;

    private Predictions() {}

    /** The prediction for a remedy; empty if there is none for exactly what it is against. */
    static Optional<Prediction> check(
            Set<Cause> against,
            Metric.Percentile metric,
            Conclusions before,
            Conclusions after,
            RunDescription runBefore,
            RunDescription runAfter) {
        Optional<Cause> cause = only(against, before);
        if (cause.isEmpty()) {
            return Optional.empty();
        }
        double had = perIteration(cause.get(), before, runBefore);
        double has = perIteration(cause.get(), after, runAfter);
        double left = had == 0 ? 1 : has / had;
        Counterfactual told = before.counterfactual();
        int index = index(told.measured(), metric);
        Optional<Without> without = told.without().stream()
                .filter(one -> one.site().isEmpty() && one.cause() == cause.get())
                .findFirst();
        int measured = index(after.counterfactual().measured(), metric);
        if (without.isEmpty() || index < 0 || without.get().intervals().size() <= index || measured < 0) {
            return Optional.empty();
        }
        Counterfactual.Interval interval = without.get().intervals().get(index);
        if (interval.lowNs() > 0 && interval.highNs() > WIDEST * interval.lowNs()) {
            return Optional.empty();
        }
        long valueNs = after.counterfactual().measured().get(measured).valueNs();
        boolean within = valueNs >= interval.lowNs() && valueNs <= interval.highNs();
        return Optional.of(new Prediction(
                cause.get().label(),
                without.get().percentiles().get(index).valueNs(),
                interval.lowNs(),
                interval.highNs(),
                left,
                left > GONE ? Outcome.NOT_CHECKED : within ? Outcome.HELD : Outcome.MISSED));
    }

    /** The cause that a remedy is against, if the others that it is against took next to nothing. */
    private static Optional<Cause> only(Set<Cause> against, Conclusions before) {
        List<CauseSum> causes = before.budget().causes();
        double all = Math.max(1, causes.stream().mapToLong(CauseSum::totalNs).sum());
        List<Cause> large = causes.stream()
                .filter(sum -> against.contains(sum.cause()) && sum.totalNs() >= ALONE * all)
                .map(CauseSum::cause)
                .toList();
        return large.size() == 1 ? Optional.of(large.get(0)) : Optional.empty();
    }

    private static double perIteration(Cause cause, Conclusions conclusions, RunDescription run) {
        return conclusions.budget().causes().stream()
                        .filter(sum -> sum.cause() == cause)
                        .mapToLong(CauseSum::totalNs)
                        .sum()
                / Math.max(1.0, run.iterations());
    }

    private static int index(List<Series.Point> points, Metric.Percentile metric) {
        for (int i = 0; i < points.size(); i++) {
            if (points.get(i).percentile() == metric.percentile()) {
                return i;
            }
        }
        return -1;
    }
}
