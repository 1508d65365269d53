package io.straggler.cli.fork;

import io.straggler.diagnosis.Attribution;
import io.straggler.diagnosis.Diagnosis;
import io.straggler.diagnosis.RunBudget;
import io.straggler.diagnosis.blame.Blame;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.Iteration;
import io.straggler.model.RecordedRun;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Causes of the outliers' latency, as far as the recording has been followed while the run goes on.
 *
 * <p>Stacks are read when the run is over, so what only they could show is missing here; shares are of all latency nevertheless.
 * Threads: chunks are added by one, the words may be asked for by another.
 */
final class LiveCauses {
    private static final int SHOWN = 3;

    /** Not worth a place in a line that is read in passing. */
    private static final double SMALLEST_SHARE = 0.01;

    /** Causes that evidence alone cannot name. */
    private static final Set<Cause> UNNAMED = EnumSet.of(
            Cause.NOT_SEEN,
            Cause.UNEXPLAINED,
            Cause.BLOCKED,
            Cause.CODE,
            Cause.USUAL_WORK,
            Cause.INHERITED,
            Cause.CULPRITS);

    private final boolean wanted;
    private final Map<Cause, Long> sumsNs = new EnumMap<>(Cause.class);
    private long latencyNs;

    /** @param wanted whether anybody looks; else nothing is computed */
    LiveCauses(boolean wanted) {
        this.wanted = wanted;
    }

    boolean wanted() {
        return wanted;
    }

    /** Adds what an interval of the recording shows. */
    void add(RecordedRun run) {
        if (run.outliers().isEmpty()) {
            return;
        }
        Diagnosis diagnosis = Attribution.of(run);
        RunBudget budget = RunBudget.of(diagnosis, Blame.of(run.periods(), run.outliers(), normalNs(run)));
        synchronized (this) {
            latencyNs += budget.latencyNs();
            budget.causes().forEach(sum -> sumsNs.merge(sum.cause(), sum.totalNs(), Long::sum));
        }
    }

    /** The usual length is not known before the run is over: that of the shorter half in outliers' neighbourhood is near. */
    private static long normalNs(RecordedRun run) {
        long[] serviceNs = run.periods().stream()
                .flatMap(period -> period.iterations().stream())
                .mapToLong(Iteration::serviceNs)
                .sorted()
                .toArray();
        return serviceNs.length == 0 ? 0 : serviceNs[serviceNs.length / 4];
    }

    /** {@code GC pause 61%, waiting for a core 9%}; empty as long as there is nothing to say. */
    synchronized String words() {
        return sumsNs.entrySet().stream()
                .filter(entry -> !UNNAMED.contains(entry.getKey()) && share(entry) >= SMALLEST_SHARE)
                .sorted(Map.Entry.<Cause, Long>comparingByValue(Comparator.reverseOrder()))
                .limit(SHOWN)
                .map(entry -> entry.getKey().label() + String.format(Locale.ROOT, " %.0f%%", 100 * share(entry)))
                .collect(Collectors.joining(", "));
    }

    private double share(Map.Entry<Cause, Long> entry) {
        return (double) entry.getValue() / Math.max(1, latencyNs);
    }
}
