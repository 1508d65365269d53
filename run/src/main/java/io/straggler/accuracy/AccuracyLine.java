package io.straggler.accuracy;

import io.straggler.diagnosis.RunBudget;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What the last self test says about the causes that a run names, in one line. */
public final class AccuracyLine {
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
                        + percent(metrics.precision().getAsDouble()) + " of the time" + source + ", "
                        + metrics.injections() + " injections)";
            }
        }
        return accuracy.firstRank().isEmpty()
                ? "the last selftest on this machine scored nothing; run it again"
                : "on this machine, the largest cause is right for "
                        + percent(accuracy.firstRank().getAsDouble()) + " of outliers"
                        + (accuracy.wrong().isPresent()
                                ? ", wrong for " + percent(accuracy.wrong().getAsDouble())
                                : "")
                        + source + ", "
                        + accuracy.injections() + " injections)";
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f%%", 100 * share);
    }
}
