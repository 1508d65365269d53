package io.straggler.compare.result;

import io.straggler.model.Series;
import java.util.List;
import java.util.OptionalLong;

/**
 * One side of a comparison of files that other tools wrote: latencies, and nothing that explains them.
 *
 * @param label what it is called
 * @param places its files, as they were named
 * @param tool what wrote them
 * @param series what was measured, by the name that the files give it; empty if they give none
 * @param runs how many runs, JVMs or tables the files hold of it
 * @param count how many latencies there are; empty if the files do not say
 * @param percentiles the latencies, with growing percentile; 100 is the worst
 */
public record RecordedSide(
        String label,
        List<String> places,
        String tool,
        String series,
        int runs,
        OptionalLong count,
        List<Series.Point> percentiles) {
    public RecordedSide {
        places = List.copyOf(places);
        percentiles = List.copyOf(percentiles);
    }

    /** The same by another name. */
    public RecordedSide named(String name) {
        return new RecordedSide(name, places, tool, series, runs, count, percentiles);
    }
}
