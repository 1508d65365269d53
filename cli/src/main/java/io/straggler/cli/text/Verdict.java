package io.straggler.cli.text;

import io.straggler.Analysis;
import io.straggler.diagnosis.Allocations;
import io.straggler.diagnosis.Because;
import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.Counterfactual;
import io.straggler.diagnosis.Counterfactual.Without;
import io.straggler.diagnosis.RunBudget;
import io.straggler.diagnosis.RunBudget.CauseSum;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.Where;
import io.straggler.model.RunStatus;
import io.straggler.model.Series;
import io.straggler.model.text.Durations;
import io.straggler.model.text.TerminalText;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The first thing that a summary says: the largest cause of what outliers took, and where; what a percentile would be without it, and without another where that
 * helps more.
 */
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

    /** Causes whose places name a thing beside the method that used it: a class, a monitor, a file, an address. */
    private static final Set<Cause> OF_THINGS =
            EnumSet.of(Cause.CLASS_LOADING, Cause.MONITOR, Cause.FILE_IO, Cause.SOCKET_IO);

    /** A change smaller than this is none. */
    private static final double MIN_GAIN = 0.01;

    /** Part of the latency below which a cause is none to begin with. */
    private static final double MIN_SHARE = 0.01;

    /**
     * Largest part, of the percentile without the leading cause, that the percentile without another cause may have to
     * be mentioned.
     */
    private static final double MUCH_LESS = 0.9;

    /** Smallest share of the cause's time that a place has to have taken to be named. */
    private static final double MOST = 0.5;

    /** Part of a cause's time from which on the rest is not mentioned. */
    private static final double NEARLY_ALL = 0.9;

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
                : Optional.of(of(budget, analysis.conclusions(), analysis.run().thresholdNs()));
    }

    private static String of(RunBudget budget, Conclusions conclusions, long thresholdNs) {
        CauseSum largest = budget.causes().get(0);
        String share = String.format(Locale.ROOT, "%.0f%%", 100.0 * largest.totalNs() / budget.latencyNs());
        int outliers = budget.budgets().size();
        String latency = outliers == 1
                ? "the one outlier's latency"
                : "the latency of " + TerminalText.count(outliers) + " outliers";
        String label = largest.cause().label();
        if (UNKNOWN.contains(largest.cause())) {
            return share + " of " + latency + " is " + label + "; " + known(budget) + ".";
        }
        return because(largest, outliers, share, conclusions.allocations())
                        .orElse(share + " of " + latency + " is " + label + ".")
                + prediction(largest.cause(), conclusions, thresholdNs);
    }

    /** Returns the place, or the thing, that took most of the cause's time; empty if there is none. */
    private static Optional<Where> foremost(CauseSum sum) {
        return Stream.of(
                        Where.atPlaces(sum.where()),
                        OF_THINGS.contains(sum.cause()) ? Where.ofThings(sum.where()) : List.<Where>of())
                .flatMap(places -> places.stream().limit(1))
                .filter(where -> where.ns() >= MOST * sum.totalNs())
                .findFirst();
    }

    private static Optional<String> because(CauseSum sum, int outliers, String share, Allocations allocations) {
        return foremost(sum)
                .map(where -> who(sum, outliers)
                        + (outliers == 1 || where.ns() >= NEARLY_ALL * sum.totalNs() ? "" : " mostly")
                        + " "
                        + TerminalText.visible(
                                sum.outliers() == 1
                                        ? Because.ofOne(sum.cause(), where.place())
                                        : Because.of(sum.cause(), where.place()))
                        + (sum.cause() == Cause.GC_PAUSE ? TerminalText.visible(Because.after(allocations)) : "")
                        + (isCarried(sum, outliers) ? ". With those that waited behind them, that is " : ": ")
                        + share + " of " + whose(sum, outliers) + " latency ("
                        + sum.cause().label() + ").");
    }

    /** Subject of the sentence about a cause: the outliers that met it themselves. */
    private static String who(CauseSum sum, int outliers) {
        if (outliers == 1) {
            return "The one outlier";
        }
        return (sum.outliers() < outliers ? TerminalText.count(sum.outliers()) + " of " : "")
                + TerminalText.count(outliers) + " outliers";
    }

    /** The share counts all outliers, also those that did not meet the cause themselves. */
    private static String whose(CauseSum sum, int outliers) {
        return outliers == 1 ? "its" : sum.outliers() < outliers ? "all" : "their";
    }

    /** Whether most of the cause's time is that of others, in the queue behind those that met it. */
    private static boolean isCarried(CauseSum sum, int outliers) {
        return sum.outliers() < outliers && sum.carriedNs() > sum.totalNs() / 2;
    }

    private static String known(RunBudget budget) {
        return budget.causes().stream()
                .filter(sum -> !UNKNOWN.contains(sum.cause()) && matters(sum, budget))
                .findFirst()
                .map(sum -> "the largest cause that is known is " + sum.cause().label())
                .orElse("no cause is known");
    }

    /** Whether a cause took enough to be named where most of the latency is unknown, or to be worth a remedy. */
    static boolean matters(CauseSum sum, RunBudget budget) {
        return sum.totalNs() > 0 && sum.totalNs() >= MIN_SHARE * budget.latencyNs();
    }

    /** Sentence about the highest percentile that was measured. */
    private static String prediction(Cause cause, Conclusions conclusions, long thresholdNs) {
        Counterfactual counterfactual = conclusions.counterfactual();
        if (counterfactual.refusal().isPresent() || counterfactual.measured().isEmpty()) {
            return "";
        }
        int highest = counterfactual.measured().size() - 1;
        Series.Point measured = counterfactual.measured().get(highest);
        String is = " p" + CounterfactualLines.digits(measured.percentile()) + " is "
                + Durations.format(measured.valueNs())
                + PercentileTable.restsOn(measured.percentile(), conclusions.latency());
        List<Without> causes = counterfactual.without().stream()
                .filter(without -> without.site().isEmpty())
                .toList();
        Optional<Without> largest =
                causes.stream().filter(without -> without.cause() == cause).findFirst();
        if (largest.isEmpty()) {
            return is + ".";
        }
        String withoutBest = causes.stream()
                .filter(without -> helps(without, highest, measured))
                .min(Comparator.comparingLong(
                        without -> without.percentiles().get(highest).valueNs()))
                .filter(best -> best.percentiles().get(highest).valueNs()
                        < MUCH_LESS * largest.get().percentiles().get(highest).valueNs())
                .map(best -> ", and would be " + value(best, highest, thresholdNs) + " without "
                        + best.cause().label())
                .orElse("");
        String withoutLargest = value(largest.get(), highest, thresholdNs) + " without " + cause.label();
        if (!helps(largest.get(), highest, measured)) {
            return is + " with or without " + cause.label() + withoutBest + ".";
        }
        return is
                + (withoutBest.isEmpty()
                        ? ", and would be " + withoutLargest
                        : ", would be " + withoutLargest + withoutBest)
                + ".";
    }

    private static boolean helps(Without without, int percentile, Series.Point measured) {
        return without.percentiles().get(percentile).valueNs() <= (1 - MIN_GAIN) * measured.valueNs();
    }

    private static String value(Without without, int percentile, long thresholdNs) {
        return CounterfactualLines.bounded(without, percentile, thresholdNs);
    }
}
