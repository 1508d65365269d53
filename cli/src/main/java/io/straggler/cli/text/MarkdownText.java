package io.straggler.cli.text;

import io.straggler.compare.MetricText;
import io.straggler.compare.RunSet;
import io.straggler.compare.result.ComparedRuns;
import io.straggler.compare.result.ComparedSide;
import io.straggler.compare.result.RecordedComparison;
import io.straggler.compare.result.RunDifference;
import io.straggler.diagnosis.statistics.Difference;
import io.straggler.diagnosis.statistics.Metric;
import io.straggler.gate.GateResult;
import io.straggler.model.Percentiles;
import io.straggler.model.Series;
import io.straggler.model.text.Durations;
import io.straggler.model.text.TerminalText;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Results as Markdown, for the comment of a pull request. */
public final class MarkdownText {
    /** Share of a cause that is named: no less is shown as 1%. */
    private static final double MIN_SHARE = 0.005;

    private static final int MAX_CAUSES = 5;

    private MarkdownText() {}

    /** Percentiles, the largest causes, and the gates. */
    public static String ofRun(RunSet run, List<GateResult> gates) {
        ComparedSide side = run.side();
        StringBuilder text = new StringBuilder("### " + code(side.label()) + "\n\n");
        text.append(row("percentile", "latency")).append(row("---", "---:"));
        side.series().stream()
                .filter(series -> series.name().equals(Series.LATENCY) && series.runId() == null)
                .forEach(latency -> Percentiles.SHOWN.stream()
                        .filter(percentile -> Percentiles.measurable(percentile, latency.count()))
                        .forEach(percentile -> text.append(
                                row(new Metric.Percentile(percentile).label(), valueOf(latency, percentile)))));
        text.append("\n").append(causes(side)).append(gates(gates));
        return text.toString();
    }

    private static String valueOf(Series series, double percentile) {
        return series.percentiles().stream()
                .filter(point -> point.percentile() >= percentile)
                .findFirst()
                .map(point -> Durations.format(point.valueNs()))
                .orElse("–");
    }

    /** The metrics of both sides with intervals and verdicts, what they rest on, what else differs, causes, and the gates. */
    public static String ofComparison(ComparedRuns runs, List<GateResult> gates) {
        StringBuilder text =
                new StringBuilder(against(runs.a().label(), runs.b().label()));
        text.append(metrics(runs.comparison().differences()))
                .append("\n")
                .append(escaped(runs.comparison().basis().sentence()))
                .append("\n\n")
                .append(differences(runs.differences()));
        text.append("A: ")
                .append(causes(runs.a()))
                .append("B: ")
                .append(causes(runs.b()))
                .append(gates(gates));
        return text.toString();
    }

    /**
     * Returns the text of a comparison of files that other tools wrote: without causes, with what the files cannot say.
     */
    public static String ofRecorded(RecordedComparison runs, List<GateResult> gates) {
        StringBuilder text =
                new StringBuilder(against(runs.a().label(), runs.b().label()));
        if (runs.basis().isPresent()) {
            text.append(metrics(runs.metrics()))
                    .append("\n")
                    .append(escaped(runs.basis().get().sentence()));
        } else {
            text.append(row("", "A", "B")).append(row("---", "---:", "---:"));
            runs.metrics()
                    .forEach(metric -> text.append(row(
                            metric.metric().label(),
                            value(metric.metric().unit(), metric.a()),
                            value(metric.metric().unit(), metric.b()))));
            text.append("\nNo verdict. ").append(escaped(runs.noVerdict()));
        }
        text.append("\n\n").append(differences(runs.differences()));
        text.append(runs.limits().stream().map(MarkdownText::escaped).collect(Collectors.joining(" ")))
                .append("\n\n")
                .append(gates(gates));
        return text.toString();
    }

    private static String against(String a, String b) {
        return "### " + code(a) + " against " + code(b) + "\n\n";
    }

    private static String metrics(List<Difference> metrics) {
        return row("", "A", "B", "B − A", "95% interval", "verdict")
                + row("---", "---:", "---:", "---:", "---:", "---")
                + metrics.stream().map(MarkdownText::row).collect(Collectors.joining());
    }

    private static String differences(List<RunDifference> differences) {
        return differences.isEmpty()
                ? ""
                : differences.stream()
                        .map(difference -> "- " + escaped(difference.sentence()) + "\n")
                        .collect(Collectors.joining("", "", "\n"));
    }

    private static String row(Difference difference) {
        Metric.Unit unit = difference.metric().unit();
        return row(
                difference.metric().label(),
                value(unit, difference.a()),
                value(unit, difference.b()),
                difference
                        .relative()
                        .map(relative -> MetricText.change(relative.value()))
                        .orElse("–"),
                difference.relative().map(MetricText::interval).orElse("–"),
                ComparisonLines.verdict(difference));
    }

    private static String value(Metric.Unit unit, OptionalDouble value) {
        return value.isPresent() ? MetricText.value(unit, value.getAsDouble()) : "–";
    }

    private static String causes(ComparedSide side) {
        long allNs = side.diagnosis().latencyNs();
        if (allNs == 0) {
            return "no outliers of " + Durations.format(side.run().thresholdNs()) + " or longer were diagnosed.\n\n";
        }
        return side.diagnosis().causes().stream()
                        .filter(sum -> sum.totalNs() >= MIN_SHARE * allNs)
                        .limit(MAX_CAUSES)
                        .map(sum -> String.format(
                                Locale.ROOT, "%s %.0f%%", sum.cause().label(), 100.0 * sum.totalNs() / allNs))
                        .collect(Collectors.joining(", ", "outliers' latency went to ", ""))
                + " (" + TerminalText.counted(side.diagnosis().outliers(), "outlier") + ").\n\n";
    }

    private static String gates(List<GateResult> gates) {
        return gates.stream()
                .map(gate -> "- **" + gate.outcome().name().toLowerCase(Locale.ROOT) + "** " + code(gate.gate()) + ": "
                        + escaped(gate.sentence()) + "\n")
                .collect(Collectors.joining());
    }

    private static String row(String... cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }

    /** Returns a name in backquotes; backquotes within it are replaced. */
    private static String code(String name) {
        return "`" + TerminalText.visible(name).replace('`', '\'') + "`";
    }

    /** Text in which nothing is markup. */
    private static String escaped(String text) {
        return TerminalText.visible(text).replaceAll("([\\\\`*_{}\\[\\]<>#|])", "\\\\$1");
    }
}
