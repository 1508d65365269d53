package io.straggler.compare.result;

import io.straggler.model.Series;
import java.util.List;

/**
 * One side of a comparison of files that other tools wrote: latencies, and nothing that explains them.
 *
 * @param label what it is called
 * @param places its files, as they were named
 * @param tool what wrote them
 * @param series what was measured, by the name that the files give it; empty if they give none
 * @param runs how many runs or JVMs the files hold of it
 * @param count how many latencies there are
 * @param percentiles those with ten latencies above them, growing, and the worst, which is 100
 */
public record RecordedSide(
        String label,
        List<String> places,
        String tool,
        String series,
        int runs,
        long count,
        List<Series.Point> percentiles) {
    public RecordedSide {
        places = List.copyOf(places);
        percentiles = List.copyOf(percentiles);
    }

    /** Returns this side under another name. */
    public RecordedSide named(String name) {
        return new RecordedSide(name, places, tool, series, runs, count, percentiles);
    }
}
