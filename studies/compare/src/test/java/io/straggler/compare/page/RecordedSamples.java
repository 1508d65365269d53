package io.straggler.compare.page;

import io.straggler.compare.result.RecordedComparison;
import io.straggler.compare.result.RecordedSide;
import io.straggler.compare.result.RunDifference;
import io.straggler.diagnosis.statistics.Basis;
import io.straggler.diagnosis.statistics.Difference;
import io.straggler.diagnosis.statistics.Estimate;
import io.straggler.diagnosis.statistics.Metric;
import io.straggler.diagnosis.statistics.Verdict;
import io.straggler.flamegraph.report.ReportSamples;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Comparisons of files that were never written. */
final class RecordedSamples {
    private RecordedSamples() {}

    /** Logs of several runs, of which the second are worse. */
    static RecordedComparison logs() {
        return ofLogs(judged(99, Verdict.REGRESSED));
    }

    /** A percentile with a verdict; its interval is that of a regression. */
    static Difference judged(double percentile, Verdict verdict) {
        boolean known = verdict != Verdict.NOT_MEASURABLE;
        return new Difference(
                new Metric.Percentile(percentile),
                known ? OptionalDouble.of(10_000) : OptionalDouble.empty(),
                known ? OptionalDouble.of(12_000) : OptionalDouble.empty(),
                known ? Optional.of(new Estimate(2_000, 500, 3_000)) : Optional.empty(),
                known ? Optional.of(new Estimate(0.2, 0.05, 0.3)) : Optional.empty(),
                known ? OptionalDouble.of(0.12) : OptionalDouble.empty(),
                verdict,
                "");
    }

    /** Logs of several runs, and what was found of them. */
    static RecordedComparison ofLogs(Difference... metrics) {
        return new RecordedComparison(
                side("before", "HdrHistogram interval logs", "put", 4),
                side("after", "HdrHistogram interval logs", "put", 5),
                List.of(metrics),
                Optional.of(new Basis(Basis.Units.FORKS, 4, 5, Optional.empty(), 2_000, 1, "")),
                "",
                List.of(),
                List.of("Nothing is said of causes."));
    }

    /** Results of which nothing can be resampled, and one lacks a percentile, with names that somebody chose. */
    static RecordedComparison ofOneFork() {
        String hostile = ReportSamples.HOSTILE.get(0);
        return new RecordedComparison(
                side(hostile, "JMH, mode sample", hostile, 1),
                side("after", "JMH, mode sample", hostile, 1),
                List.of(values(50, OptionalDouble.of(1_200)), values(99, OptionalDouble.empty())),
                Optional.empty(),
                "One fork says nothing of the next. " + hostile,
                List.of(new RunDifference(hostile, hostile, "other")),
                List.of("Nothing is said of causes.", hostile));
    }

    private static RecordedSide side(String label, String tool, String series, int runs) {
        return new RecordedSide(label, List.of(label), tool, series, runs, 1_200, List.of());
    }

    private static Difference values(double percentile, OptionalDouble b) {
        return new Difference(
                new Metric.Percentile(percentile),
                OptionalDouble.of(1_000),
                b,
                Optional.empty(),
                Optional.empty(),
                OptionalDouble.empty(),
                Verdict.NOT_MEASURABLE,
                "");
    }
}
