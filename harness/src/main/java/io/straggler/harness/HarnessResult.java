package io.straggler.harness;

import io.straggler.harness.series.RunSeries;
import io.straggler.harness.series.SeriesRecorder;
import io.straggler.model.Notice;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * Result of one measured JVM.
 *
 * @param runs how each measured run ended, in order; the last may have been cut short
 * @param series their histograms, in the same order
 * @param status the worst of the runs' statuses, or {@code FAILED} when something outside them broke
 * @param reason why it is not {@code OK}; empty when it is
 * @param cause what the task threw, if it did
 * @param stuckThreads name and stack of the threads that were watched when an iteration timed out
 * @param notices what makes the figures weaker than they look
 */
public record HarnessResult(
        List<RunOutcome> runs,
        List<RunSeries> series,
        RunStatus status,
        String reason,
        Optional<Throwable> cause,
        List<String> stuckThreads,
        List<Notice> notices) {
    public HarnessResult {
        runs = List.copyOf(runs);
        series = List.copyOf(series);
        stuckThreads = List.copyOf(stuckThreads);
        notices = List.copyOf(notices);
    }

    /** The values of one series over all runs, merged; empty when there are none. */
    public Histogram merged(String name) {
        Histogram merged = SeriesRecorder.newHistogram();
        for (RunSeries run : series) {
            Histogram total = run.totals().get(name);
            if (total != null) {
                merged.add(total);
            }
        }
        return merged;
    }
}
