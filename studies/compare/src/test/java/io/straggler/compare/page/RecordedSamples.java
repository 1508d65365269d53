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
import java.util.OptionalLong;

/** Comparisons of files that were never written. */
final class RecordedSamples {
    private RecordedSamples() {}

    /** Logs of several runs, of which the second are worse. */
    static RecordedComparison logs() {
        Difference worse = new Difference(
                new Metric.Percentile(99),
                OptionalDouble.of(10_000),
                OptionalDouble.of(12_000),
                Optional.of(new Estimate(2_000, 500, 3_000)),
                Optional.of(new Estimate(0.2, 0.05, 0.3)),
                OptionalDouble.of(0.12),
                Verdict.REGRESSED,
                "");
        return new RecordedComparison(
                side("before", "HdrHistogram interval logs", "put", 4),
                side("after", "HdrHistogram interval logs", "put", 5),
                List.of(worse),
                Optional.of(new Basis(Basis.Units.FORKS, 4, 5, Optional.empty(), 2_000, 1, "")),
                "",
                List.of(),
                List.of("Nothing is said of causes."));
    }

    /** Tables of which one lacks a percentile, with names that somebody chose. */
    static RecordedComparison tables() {
        String hostile = ReportSamples.HOSTILE.get(0);
        return new RecordedComparison(
                side(hostile, "JLBH", hostile, 2),
                side("after", "JLBH", hostile, 1),
                List.of(values(50, OptionalDouble.of(1_200)), values(99, OptionalDouble.empty())),
                Optional.empty(),
                "A percentile table is one observation. " + hostile,
                List.of(new RunDifference(hostile, hostile, "other")),
                List.of("Nothing is said of causes.", hostile));
    }

    private static RecordedSide side(String label, String tool, String series, int runs) {
        return new RecordedSide(label, List.of(label), tool, series, runs, OptionalLong.empty(), List.of());
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
                "A: median of 2 tables, from 800 ns to 1.2 µs");
    }
}
