package io.straggler.cli.sweep;

import io.straggler.diagnosis.RunBudget.CauseSum;
import io.straggler.diagnosis.statistics.Metric;
import io.straggler.model.RunStatus;
import io.straggler.model.text.Durations;
import io.straggler.model.text.LineWidth;
import io.straggler.model.text.Rates;
import io.straggler.model.text.TerminalText;
import io.straggler.rates.result.SweptRates;
import io.straggler.rates.result.SweptRates.Lead;
import io.straggler.rates.result.SweptRates.Saturation;
import io.straggler.rates.result.SweptStep;
import io.straggler.rates.result.SweptStep.Budget;
import io.straggler.rates.result.SweptStep.Percentile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A sweep on a terminal: percentiles over throughput, where the outliers' latency went at each rate, and where it saturates. */
public final class SweepLines {
    private static final int RATE = 12;
    private static final int VALUE = 11;
    private static final int HIGHEST = 21;
    private static final int MAX_CAUSES = 3;

    /** A cause below this share is not worth its room. */
    private static final double MIN_SHARE = 0.02;

    private SweepLines() {}

    static List<String> of(SweptRates sweep, LineWidth width) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.addAll(width.wrapped("", TerminalText.visible(sweep.task())));
        lines.addAll(width.wrapped("  ", sweep.ending()));
        lines.add("");
        addRow(
                "  " + TerminalText.right("asked", RATE) + TerminalText.right("achieved", RATE)
                        + TerminalText.right("p50", VALUE) + TerminalText.right("p99", VALUE)
                        + TerminalText.right("p99.9", VALUE),
                "worst measurable",
                width,
                lines);
        sweep.steps().forEach(step -> addStep(step, width, lines));
        lines.add("");
        addSaturation(sweep, width, lines);
        addBudgets(sweep, width, lines);
        return lines;
    }

    /** On a narrow screen, the highest percentile stands below. */
    private static void addRow(String values, String highest, LineWidth width, List<String> lines) {
        if (values.length() + HIGHEST <= width.columns()) {
            lines.add(values + TerminalText.right(highest, HIGHEST));
        } else {
            lines.add(values);
            lines.add(TerminalText.right(highest, values.length()));
        }
    }

    private static void addStep(SweptStep step, LineWidth width, List<String> lines) {
        String start = "  " + TerminalText.right(Rates.format(step.perSecond()), RATE)
                + TerminalText.right(
                        step.achievedPerSecond() == 0 ? "–" : Rates.format(step.achievedPerSecond()), RATE);
        if (step.status() == RunStatus.OK) {
            addRow(
                    start + value(step, 50) + value(step, 99) + value(step, 99.9),
                    step.highest().map(SweepLines::named).orElse("–"),
                    width,
                    lines);
        } else {
            lines.addAll(width.behind(start + "  ", ended(step)));
        }
    }

    private static String ended(SweptStep step) {
        String often = step.rounds().size() == 1
                ? ""
                : " in " + step.rounds(step.status()) + " of " + step.rounds().size() + " rounds";
        return step.status().label().toUpperCase(Locale.ROOT)
                + often
                + (step.status() == RunStatus.FAILED ? ": " + TerminalText.visible(step.reason()) : "");
    }

    private static String value(SweptStep step, double percentile) {
        return TerminalText.right(
                step.percentile(percentile)
                        .map(one -> Durations.format(one.valueNs()))
                        .orElse("–"),
                VALUE);
    }

    private static String named(Percentile percentile) {
        return new Metric.Percentile(percentile.percentile()).label() + " " + Durations.format(percentile.valueNs());
    }

    private static void addSaturation(SweptRates sweep, LineWidth width, List<String> lines) {
        Optional<Saturation> found = sweep.saturation();
        if (found.isEmpty()) {
            sweep.kept().stream()
                    .reduce((lower, higher) -> higher)
                    .ifPresent(highest -> lines.addAll(width.wrapped(
                            "  ",
                            "Every rate that was measured to its end was kept, up to "
                                    + Rates.format(highest.perSecond()) + ".")));
            return;
        }
        Saturation saturation = found.get();
        SweptStep first = saturation.saturated();
        String at = Rates.format(first.perSecond()) + ", which was not kept in " + first.rounds(RunStatus.SATURATED)
                + " of " + TerminalText.counted(first.rounds().size(), "round");
        lines.addAll(width.wrapped(
                "  ",
                saturation
                        .kept()
                        .map(kept -> "Saturates between " + Rates.format(kept.perSecond()) + ", which was kept, and "
                                + at + ".")
                        .orElse("Saturates below " + at + ".")));
        if (!saturation.keptAbove().isEmpty()) {
            lines.addAll(width.wrapped(
                    "  ",
                    "Higher rates were kept all the same: "
                            + saturation.keptAbove().stream()
                                    .map(step -> Rates.format(step.perSecond()))
                                    .collect(Collectors.joining(", "))
                            + ". Near saturation, chance decides; more --rounds show how often."));
        }
    }

    private static void addBudgets(SweptRates sweep, LineWidth width, List<String> lines) {
        lines.add("");
        lines.add("  where the latency of outliers went at each rate");
        for (SweptStep step : sweep.steps()) {
            String start = "  " + TerminalText.right(Rates.format(step.perSecond()), RATE) + "  ";
            lines.addAll(width.behind(start, budget(step.budget())));
        }
        lines.add("");
        if (sweep.leads().isEmpty()) {
            lines.add("  At no rate are there enough outliers to say what they are made of.");
        } else {
            lines.addAll(width.wrapped("  ", leads(sweep.leads())));
        }
    }

    public static String budget(Budget budget) {

        if (budget.thresholdNs() == 0) {
            return "not known";
        }
        String outliers = (budget.outliers() == 0 ? "no outlier" : TerminalText.counted(budget.outliers(), "outlier"))
                + " of " + Durations.format(budget.thresholdNs()) + " or longer";
        if (budget.outliers() == 0) {
            return outliers;
        }
        if (budget.largest().isEmpty()) {
            return outliers + ", too few to say";
        }
        return outliers + ": "
                + budget.causes().stream()
                        .limit(MAX_CAUSES)
                        .filter(cause -> cause == budget.causes().get(0) || budget.share(cause) >= MIN_SHARE)
                        .map(cause -> share(budget, cause))
                        .collect(Collectors.joining(", "))
                + (budget.ownPartsOnly().isEmpty() ? "" : " of the time they did not queue");
    }

    private static String share(Budget budget, CauseSum cause) {
        return cause.cause().label() + String.format(Locale.ROOT, " %.0f%%", 100 * budget.share(cause));
    }

    private static String leads(List<Lead> leads) {
        return leads.stream()
                .map(lead -> lead.cause().label()
                        + (lead.perSecond() == lead.toPerSecond()
                                ? " at " + Rates.format(lead.perSecond())
                                : " from " + Rates.format(lead.perSecond()) + " to "
                                        + Rates.format(lead.toPerSecond())))
                .collect(Collectors.joining("; ", "Largest: ", "."));
    }
}
