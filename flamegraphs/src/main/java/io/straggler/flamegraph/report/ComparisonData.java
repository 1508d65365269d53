package io.straggler.flamegraph.report;

import java.util.List;
import java.util.OptionalDouble;

/**
 * Everything that a page about two runs shows.
 *
 * @param before the run that the other is compared with
 * @param after the other
 * @param rows the compared figures, in the order in which they are to be listed
 * @param environment what differs between the two in options and environment
 * @param basis what the intervals and verdicts rest on, in a sentence or two
 * @param order in which order the two were measured
 */
public record ComparisonData(
        Side before, Side after, List<Row> rows, List<Difference> environment, String basis, Order order) {
    public ComparisonData {
        rows = List.copyOf(rows);
        environment = List.copyOf(environment);
    }

    /**
     * One of the two runs.
     *
     * @param label what it is called throughout the page, a word or two
     */
    public record Side(String label, ReportData report) {}

    /** What a figure counts. */
    public enum Unit {
        NANOSECONDS,
        /** Of 0 to 1. */
        SHARE,
        COUNT
    }

    /** What the interval of a difference says. Less is better. */
    public enum Verdict {
        BETTER,
        WORSE,
        /** The interval holds no difference as well. */
        UNDECIDED,
        /** There are too few values. */
        NOT_MEASURABLE
    }

    /** In which order the two runs were measured: a machine that changes meanwhile is a difference too. */
    public enum Order {
        INTERLEAVED,
        ONE_AFTER_THE_OTHER,
        UNKNOWN
    }

    /**
     * One figure of both runs.
     *
     * @param figure its name, such as p99.9
     * @param before empty where it cannot be measured
     * @param after empty where it cannot be measured
     * @param difference of the second to the first, relative to the first
     * @param low lower bound of the difference
     * @param high upper bound of the difference
     * @param note for people, or empty
     */
    public record Row(
            String figure,
            Unit unit,
            OptionalDouble before,
            OptionalDouble after,
            OptionalDouble difference,
            OptionalDouble low,
            OptionalDouble high,
            Verdict verdict,
            String note) {}

    /** Something that is not the same for both. */
    public record Difference(String name, String before, String after) {}
}
