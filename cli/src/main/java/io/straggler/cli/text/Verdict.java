package io.straggler.cli.text;

import io.straggler.Analysis;
import io.straggler.diagnosis.Counterfactual;
import io.straggler.diagnosis.Counterfactual.Without;
import io.straggler.diagnosis.RunBudget;
import io.straggler.diagnosis.RunBudget.CauseSum;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.RunStatus;
import io.straggler.model.Series;
import io.straggler.model.text.Durations;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The first thing that a summary says: the largest cause of what outliers took, and what a percentile would be without it, or without another where that does not help. */
final class Verdict {
    /** These say that the reason is not known. */
    private static final Set<Cause> UNKNOWN = EnumSet.of(
            Cause.NOT_SEEN,
            Cause.UNEXPLAINED,
            Cause.BLOCKED,
            Cause.INHERITED,
            Cause.USUAL_WORK,
            Cause.CULPRITS,
            Cause.CAPTURE);

    /** A change smaller than this is none. */
    private static final double LEAST_GAIN = 0.01;

    private Verdict() {}

    /** Empty for a run that failed, whose reason is what counts, and for one without iterations. */
    static Optional<String> of(Analysis analysis) {
        if (analysis.run().status() != RunStatus.OK || analysis.run().iterations() == 0) {
            return Optional.empty();
        }
        if (analysis.run().outliers() == 0) {
            return Optional.of(
                    "No iteration took " + Durations.format(analysis.run().thresholdNs()) + " or longer.");
        }
        RunBudget budget = analysis.conclusions().budget();
        return budget.latencyNs() == 0
                ? Optional.empty()
                : Optional.of(of(
                        budget,
                        analysis.conclusions().counterfactual(),
                        analysis.run().thresholdNs()));
    }

    private static String of(RunBudget budget, Counterfactual counterfactual, long thresholdNs) {
        CauseSum largest = budget.causes().get(0);
        int outliers = budget.budgets().size();
        String whose = outliers == 1
                ? "the one outlier's latency"
                : "the latency of " + TerminalText.count(outliers) + " outliers";
        String share = String.format(Locale.ROOT, "%.0f%% of ", 100.0 * largest.totalNs() / budget.latencyNs()) + whose;
        return UNKNOWN.contains(largest.cause())
                ? share + " is " + largest.cause().label() + "; " + known(budget.causes()) + "."
                : share + " is " + largest.cause().label() + prediction(largest.cause(), counterfactual, thresholdNs)
                        + ".";
    }

    private static String known(List<CauseSum> causes) {
        return causes.stream()
                .filter(sum -> !UNKNOWN.contains(sum.cause()) && sum.totalNs() > 0)
                .findFirst()
                .map(sum -> "the largest cause that is known is " + sum.cause().label())
                .orElse("no cause is known");
    }

    /** Of the highest percentile that was measured. */
    private static String prediction(Cause cause, Counterfactual counterfactual, long thresholdNs) {
        if (counterfactual.refusal().isPresent() || counterfactual.measured().isEmpty()) {
            return "";
        }
        int highest = counterfactual.measured().size() - 1;
        Series.Point measured = counterfactual.measured().get(highest);
        String is = "; p" + CounterfactualLines.digits(measured.percentile()) + " is "
                + Durations.format(measured.valueNs());
        List<Without> causes = counterfactual.without().stream()
                .filter(without -> without.site().isEmpty())
                .toList();
        Optional<Without> largest =
                causes.stream().filter(without -> without.cause() == cause).findFirst();
        if (largest.isEmpty()) {
            return is;
        }
        if (helps(largest.get(), highest, measured)) {
            return is + ", and would be " + value(largest.get(), highest, thresholdNs) + " without it";
        }
        return is + " with or without it"
                + causes.stream()
                        .filter(without -> helps(without, highest, measured))
                        .min(Comparator.comparingLong(
                                without -> without.percentiles().get(highest).valueNs()))
                        .map(best -> ", and would be " + value(best, highest, thresholdNs) + " without "
                                + best.cause().label())
                        .orElse("");
    }

    private static boolean helps(Without without, int percentile, Series.Point measured) {
        return without.percentiles().get(percentile).valueNs() <= (1 - LEAST_GAIN) * measured.valueNs();
    }

    private static String value(Without without, int percentile, long thresholdNs) {
        return CounterfactualLines.bounded(without.percentiles().get(percentile).valueNs(), thresholdNs);
    }
}
