package io.straggler.flamegraph.report;

import io.straggler.diagnosis.compare.ComparedRuns;
import io.straggler.diagnosis.compare.ComparedSide;
import io.straggler.diagnosis.compare.DiagnosisSums;
import io.straggler.diagnosis.compare.RunDifference;
import io.straggler.diagnosis.statistics.Basis;
import io.straggler.diagnosis.statistics.Comparison;
import io.straggler.diagnosis.statistics.Difference;
import io.straggler.diagnosis.statistics.Estimate;
import io.straggler.diagnosis.statistics.Metric;
import io.straggler.diagnosis.statistics.Pairing;
import io.straggler.diagnosis.statistics.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Comparisons of runs that never were. */
final class ComparisonSamples {
    private ComparisonSamples() {}

    /** Two runs of one program, of which the second is better. */
    static ComparedRuns realistic() {
        return named("default methods", "class methods");
    }

    static ComparedRuns named(String before, String after) {
        return new ComparedRuns(
                side(before, ReportSamples.realistic()),
                side(after, ReportSamples.queued()),
                Pairing.PAIRED,
                new Comparison(
                        new Basis(Basis.Units.PAIRS_OF_FORKS, 12, 12, Optional.empty(), 2_000, 1, ""),
                        metrics(),
                        Optional.of(new Metric.Percentile(99.9))),
                50_000,
                List.of(new RunDifference("jvm flags", "-XX:+UseG1GC", "-XX:+UseParallelGC")),
                "Ended after 12 pairs of JVMs, because 5 min were over.");
    }

    /** Every name that somebody chose is hostile. */
    static ComparedRuns hostile() {
        return new ComparedRuns(
                side(ReportSamples.HOSTILE.get(0), ReportSamples.hostile()),
                side(ReportSamples.HOSTILE.get(4), ReportSamples.hostile()),
                Pairing.UNPAIRED,
                comparison(),
                50_000,
                ReportSamples.HOSTILE.stream()
                        .map(name -> new RunDifference(name, name, name))
                        .toList(),
                ReportSamples.HOSTILE.get(6));
    }

    /** Nothing was measured on either side. */
    static ComparedRuns empty() {
        return new ComparedRuns(
                side("before", ReportSamples.failed()),
                side("after", ReportSamples.empty()),
                Pairing.UNPAIRED,
                new Comparison(basis(), List.of(), Optional.empty()),
                0,
                List.of(),
                "");
    }

    /** Figures with every verdict. */
    static Comparison comparison() {
        return new Comparison(basis(), metrics(), Optional.empty());
    }

    private static Basis basis() {
        return new Basis(
                Basis.Units.TIME_BLOCKS,
                40,
                41,
                Optional.of(new Basis.Block(800_000_000, 300_000_000)),
                2_000,
                1,
                "A JVM started anew may differ.");
    }

    private static ComparedSide side(String label, ReportData report) {
        return new ComparedSide(
                label,
                List.of(label),
                report.run(),
                report.series(),
                DiagnosisSums.of(report.conclusions()),
                60_000_000_000L);
    }

    private static List<Difference> metrics() {
        return List.of(
                percentile(50, 709, 705, -0.006, -0.02, 0.008, Verdict.NO_DETECTABLE_DIFFERENCE),
                percentile(99, 756, 1_410, 0.86, 0.61, 1.1, Verdict.REGRESSED),
                percentile(99.9, 82_000, 31_000, -0.62, -0.71, -0.5, Verdict.IMPROVED),
                new Difference(
                        new Metric.Percentile(99.99),
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        OptionalDouble.empty(),
                        Verdict.NOT_MEASURABLE,
                        "fewer than ten values lie above it"),
                of(new Metric.OutlierRate(50_000), 0.00014, 0.0051, 35.4, 12, 60, Verdict.REGRESSED),
                of(
                        new Metric.ExcessLatency(50_000, 700),
                        1.2e6,
                        1.1e6,
                        -0.08,
                        -0.4,
                        0.3,
                        Verdict.NO_DETECTABLE_DIFFERENCE));
    }

    private static Difference percentile(
            double percentile, double a, double b, double difference, double low, double high, Verdict verdict) {
        return of(new Metric.Percentile(percentile), a, b, difference, low, high, verdict);
    }

    private static Difference of(
            Metric metric, double a, double b, double difference, double low, double high, Verdict verdict) {
        return new Difference(
                metric,
                OptionalDouble.of(a),
                OptionalDouble.of(b),
                Optional.of(new Estimate(b - a, low * a, high * a)),
                Optional.of(new Estimate(difference, low, high)),
                OptionalDouble.of((high - low) / 1.4),
                verdict,
                "");
    }
}
