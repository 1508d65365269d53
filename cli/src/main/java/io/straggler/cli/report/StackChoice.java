package io.straggler.cli.report;

import io.straggler.flamegraph.StackSelection;
import io.straggler.jfr.read.StackDetail;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Choice among the stacks of a run for an export.
 *
 * @param include only stacks with a frame that matches one of these; all if there are none
 * @param exclude no stacks with a frame that matches one of these
 * @param threads only stacks of threads that match
 * @param fromNs only outliers with an intended start at or after this time from the origin of their run
 * @param toNs only outliers with an intended start before this time from the origin of their run
 * @param detail what is shown of frames
 * @param minWidth share of the whole, 0 to 1, below which a flame graph leaves out a frame
 */
record StackChoice(
        List<Pattern> include,
        List<Pattern> exclude,
        Optional<Pattern> threads,
        Optional<Long> fromNs,
        Optional<Long> toNs,
        StackDetail detail,
        double minWidth) {
    StackChoice {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
    }

    /** @param threadNames by the system's number */
    StackSelection selection(Map<Long, String> threadNames) {
        return new StackSelection(threadNames, include, exclude, threads);
    }

    /** Whether any time of a run will do. */
    boolean isOfAnyTime() {
        return fromNs.isEmpty() && toNs.isEmpty();
    }

    /** @param sinceOriginNs intended start, from the origin of the run */
    boolean isOfTime(long sinceOriginNs) {
        return sinceOriginNs >= fromNs.orElse(Long.MIN_VALUE) && sinceOriginNs < toNs.orElse(Long.MAX_VALUE);
    }
}
