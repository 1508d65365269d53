package io.straggler.flamegraph.report;

import io.straggler.diagnosis.Conclusions;
import io.straggler.model.RunDescription;
import io.straggler.model.Series;
import java.util.List;

/**
 * Everything that a report shows.
 *
 * @param run what was run and how it ended
 * @param series the measured series, per run and merged, in the order in which they are to be listed
 * @param conclusions what was concluded; with empty lists when nothing could be
 * @param accuracy how often such conclusions are right on this machine, in a sentence; empty when it is not known
 */
public record ReportData(RunDescription run, List<Series> series, Conclusions conclusions, String accuracy) {
    public ReportData {
        series = List.copyOf(series);
    }

    /** Creates the data of a report without known accuracy of such conclusions. */
    public ReportData(RunDescription run, List<Series> series, Conclusions conclusions) {
        this(run, series, conclusions, "");
    }
}
