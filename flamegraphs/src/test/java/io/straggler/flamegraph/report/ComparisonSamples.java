package io.straggler.flamegraph.report;

import java.util.List;
import java.util.OptionalDouble;

/** Comparisons of runs that never were. */
final class ComparisonSamples {
    private ComparisonSamples() {}

    /** Two runs of one program, of which the second is better. */
    static ComparisonData realistic() {
        return of("default methods", "class methods", "jvm flags");
    }

    /** Every name that somebody chose is hostile. */
    static ComparisonData hostile() {
        return new ComparisonData(
                new ComparisonData.Side(ReportSamples.HOSTILE.get(0), ReportSamples.hostile()),
                new ComparisonData.Side(ReportSamples.HOSTILE.get(4), ReportSamples.hostile()),
                of("a", "b", "c").rows(),
                ReportSamples.HOSTILE.stream()
                        .map(name -> new ComparisonData.Difference(name, name, name))
                        .toList(),
                ReportSamples.HOSTILE.get(6),
                ComparisonData.Order.UNKNOWN);
    }

    /** Nothing was measured on either side. */
    static ComparisonData empty() {
        return new ComparisonData(
                new ComparisonData.Side("before", ReportSamples.failed()),
                new ComparisonData.Side("after", ReportSamples.empty()),
                List.of(),
                List.of(),
                "",
                ComparisonData.Order.ONE_AFTER_THE_OTHER);
    }

    private static ComparisonData of(String before, String after, String difference) {
        return new ComparisonData(
                new ComparisonData.Side(before, ReportSamples.realistic()),
                new ComparisonData.Side(after, ReportSamples.queued()),
                List.of(
                        row("p50", 709, 705, -0.006, -0.02, 0.008, ComparisonData.Verdict.UNDECIDED),
                        row("p99", 756, 1_410, 0.86, 0.61, 1.1, ComparisonData.Verdict.WORSE),
                        row("p99.9", 82_000, 31_000, -0.62, -0.71, -0.5, ComparisonData.Verdict.BETTER),
                        new ComparisonData.Row(
                                "p99.9999",
                                ComparisonData.Unit.NANOSECONDS,
                                OptionalDouble.empty(),
                                OptionalDouble.empty(),
                                OptionalDouble.empty(),
                                OptionalDouble.empty(),
                                OptionalDouble.empty(),
                                ComparisonData.Verdict.NOT_MEASURABLE,
                                "fewer than ten values lie above it"),
                        new ComparisonData.Row(
                                "share of outliers",
                                ComparisonData.Unit.SHARE,
                                OptionalDouble.of(0.00014),
                                OptionalDouble.of(0.0051),
                                OptionalDouble.of(35.4),
                                OptionalDouble.of(12),
                                OptionalDouble.of(60),
                                ComparisonData.Verdict.WORSE,
                                "")),
                List.of(new ComparisonData.Difference(difference, "-XX:+UseG1GC", "-XX:+UseParallelGC")),
                "Bounds at 95%, from 2,000 resamples of whole forks, three of each.",
                ComparisonData.Order.INTERLEAVED);
    }

    private static ComparisonData.Row row(
            String figure,
            double before,
            double after,
            double difference,
            double low,
            double high,
            ComparisonData.Verdict verdict) {
        return new ComparisonData.Row(
                figure,
                ComparisonData.Unit.NANOSECONDS,
                OptionalDouble.of(before),
                OptionalDouble.of(after),
                OptionalDouble.of(difference),
                OptionalDouble.of(low),
                OptionalDouble.of(high),
                verdict,
                "");
    }
}
