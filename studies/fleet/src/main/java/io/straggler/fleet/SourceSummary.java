package io.straggler.fleet;

import java.util.List;
import java.util.Map;

/**
 * Summary of one recording.
 *
 * @param digest of its content: of two with the same one is a copy
 * @param labels what it may be grouped by: facts of its environment and its options, by name
 * @param startEpochMs when it began, on the wall clock
 * @param warnings what makes its figures weaker than they look, a sentence each
 * @param outliers the worst ones, the worst first; at most {@value #OUTLIERS}
 * @param summary what is added up
 */
public record SourceSummary(
        String digest,
        Map<String, String> labels,
        long startEpochMs,
        List<String> warnings,
        List<Worst> outliers,
        Summary summary) {
    /** How many outliers of one recording are listed. */
    public static final int OUTLIERS = 100;

    public SourceSummary {
        labels = Map.copyOf(labels);
        warnings = List.copyOf(warnings);
        outliers = List.copyOf(outliers);
    }
}
