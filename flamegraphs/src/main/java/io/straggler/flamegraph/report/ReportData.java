package io.straggler.flamegraph.report;

import io.straggler.diagnosis.Diagnosis;
import io.straggler.model.RunDescription;
import io.straggler.model.Series;
import java.util.List;

/**
 * Everything that a report shows.
 *
 * @param run what was run and how it ended
 * @param series the measured series, per run and merged, in the order in which they are to be listed
 * @param diagnosis what was concluded; with empty lists when nothing could be
 */
public record ReportData(RunDescription run, List<Series> series, Diagnosis diagnosis) {
    public ReportData {
        series = List.copyOf(series);
    }
}
