package io.straggler.accuracy;

import io.straggler.diagnosis.RunBudget;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Line that quotes the last self test for the causes that a run names. */
public final class AccuracyLine {
    /** Quantile of the normal distribution for a two-sided 95%. */
    private static final double Z = 1.96;

    private AccuracyLine() {}

    /**
     * The line.
     *
     * @param asynchronous whether iterations of the run go from thread to thread
     * @param causes of the run, the largest first
     */
    public static String of(Optional<Accuracy> measured, boolean asynchronous, List<RunBudget.CauseSum> causes) {
        if (measured.isEmpty()) {
            return "accuracy on this machine is unknown; run straggler selftest"
                    + (asynchronous ? " --regime pipeline" : "");
        }
        Accuracy accuracy = measured.get();
        boolean laboratory = accuracy.regime().equals(Accuracy.LABORATORY);
        String source = " (selftest, " + accuracy.regime() + ", of " + Accuracy.day(accuracy.startEpochMs());
        for (RunBudget.CauseSum cause : causes) {
            Accuracy.OfCause metrics = accuracy.byCause().get(cause.cause().label());
            if (laboratory && metrics != null && metrics.precision().isPresent()) {
                return "on this machine, '" + cause.cause().label() + "' is right "
                        + percent(metrics.precision().getAsDouble()) + " of the time, at least "
                        + percent(atLeast(metrics.precision().getAsDouble(), metrics.injections())) + source + ", "
                        + metrics.injections() + " injections)";
            }
        }
        return accuracy.firstRank().isEmpty()
                ? "the last selftest on this machine scored nothing; run it again"
                : "on this machine, the largest cause is right for "
                        + percent(accuracy.firstRank().getAsDouble()) + " of outliers, at least "
                        + percent(atLeast(accuracy.firstRank().getAsDouble(), accuracy.injections()))
                        + (accuracy.wrong().isPresent()
                                ? ", wrong for " + percent(accuracy.wrong().getAsDouble())
                                : "")
                        + source + ", "
                        + accuracy.injections() + " injections)";
    }

    /**
     * Returns the lower end of the 95% interval of a share that was seen in a number of trials, by Wilson's score
     * (1927): of 40 of 40 it is 91%.
     */
    static double atLeast(double share, int trials) {
        double z2 = Z * Z / trials;
        return (share + z2 / 2 - Z * Math.sqrt(share * (1 - share) / trials + z2 / (4 * trials))) / (1 + z2);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f%%", 100 * share);
    }
}
