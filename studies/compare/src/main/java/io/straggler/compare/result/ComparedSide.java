package io.straggler.compare.result;

import io.straggler.model.RunDescription;
import io.straggler.model.Series;
import java.util.List;

/**
 * One side of a comparison: what its runs' files say.
 *
 * @param label what it is called
 * @param places its run folders or recordings, as they were named
 * @param run what was run; of several folders the runs together
 * @param series over all of its runs
 * @param diagnosis of all of its outliers
 * @param measuredNs how long its measured runs took together
 */
public record ComparedSide(
        String label,
        List<String> places,
        RunDescription run,
        List<Series> series,
        DiagnosisSums diagnosis,
        long measuredNs) {
    public ComparedSide {
        places = List.copyOf(places);
        series = List.copyOf(series);
    }

    /** Returns this side under another name. */
    public ComparedSide named(String name) {
        return new ComparedSide(name, places, run, series, diagnosis, measuredNs);
    }

    /** Side whose task's own frames have a name that another task can share. */
    public ComparedSide ofTheTask() {
        return new ComparedSide(label, places, run, series, diagnosis.ofTheTask(run.task()), measuredNs);
    }

    /** Returns the part of a sum over all outliers that falls on a second of measuring. */
    public double perSecond(long ns) {
        return measuredNs == 0 ? 0 : ns * 1e9 / measuredNs;
    }
}
