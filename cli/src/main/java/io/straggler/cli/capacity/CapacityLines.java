package io.straggler.cli.capacity;

import io.straggler.cli.sweep.SweepLines;
import io.straggler.compare.MetricText;
import io.straggler.model.text.LineWidth;
import io.straggler.model.text.Rates;
import io.straggler.model.text.TerminalText;
import io.straggler.rates.result.Capacity;
import io.straggler.rates.result.Capacity.Estimate;
import io.straggler.rates.result.Capacity.Run;
import io.straggler.rates.result.Capacity.Tried;
import io.straggler.rates.result.SweptStep.Budget;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The highest sustained rate on a terminal: the answer, what it rests on, and what limits it. */
final class CapacityLines {
    private CapacityLines() {}

    static List<String> of(Capacity capacity, LineWidth width) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.addAll(width.wrapped("", TerminalText.visible(capacity.task())));
        String objectives = String.join(" and ", capacity.objectives());
        switch (capacity.answer()) {
            case FOUND -> addFound(capacity, objectives, width, lines);
            case NOT_SUSTAINED ->
                add(
                        "Not sustained: " + objectives + " does not hold even at the lowest rate, "
                                + Rates.format(capacity.lowPerSecond()) + ".",
                        width,
                        lines);
            case NO_VERDICT -> addNoVerdict(capacity, objectives, width, lines);
        }
        add(capacity.ending(), width, lines);
        lines.add("");
        capacity.found().ifPresent(found -> addEnd("sustained", found, capacity, width, lines));
        capacity.above().ifPresent(above -> addEnd("not sustained", above, capacity, width, lines));
        capacity.above().ifPresent(above -> addLimit(above, capacity.limit(), width, lines));
        return lines;
    }

    private static void add(String sentence, LineWidth width, List<String> lines) {
        lines.addAll(width.wrapped("  ", sentence));
    }

    private static void addFound(Capacity capacity, String objectives, LineWidth width, List<String> lines) {
        Optional<Estimate> estimate = capacity.estimate();
        if (capacity.above().isEmpty() || estimate.isEmpty()) {
            add(
                    "Sustains " + Rates.format(capacity.found().orElseThrow().perSecond()) + " with " + objectives
                            + "; nothing limits it up to there, the highest rate that was to be tried (--rates).",
                    width,
                    lines);
            return;
        }
        Tried found = capacity.found().orElseThrow();
        add(
                "Sustains at least " + Rates.format(found.perSecond()) + " with " + objectives + " (" + held(found)
                        + "). The limit is most likely near "
                        + rate(estimate.get().perSecond())
                        + " and, with 95% confidence, between " + interval(estimate.get())
                        + (capacity.precise()
                                ? "."
                                : ", which is wider than the " + width(capacity.precision())
                                        + " asked for: longer runs (--duration) or more of them (--max-duration) show more."),
                width,
                lines);
    }

    private static String held(Tried tried) {
        return tried.confirmed() == 0
                ? "seen in " + TerminalText.counted(tried.searched(), "run") + ", not confirmed"
                : "held in " + tried.held() + " of " + TerminalText.counted(tried.confirmed(), "confirmation run");
    }

    private static String width(double share) {
        return MetricText.change(share).replace("+", "");
    }

    private static String interval(Estimate estimate) {
        return rate(estimate.lowPerSecond()) + " and " + rate(estimate.highPerSecond()) + " (" + width(estimate.width())
                + " wide)";
    }

    /** Returns a rate with three digits; more cannot be told. */
    private static String rate(double perSecond) {
        return Rates.format(new BigDecimal(perSecond).round(new MathContext(3)).doubleValue());
    }

    private static void addNoVerdict(Capacity capacity, String objectives, LineWidth width, List<String> lines) {
        if (capacity.found().isEmpty()) {
            add(
                    "No verdict: whether " + objectives + " holds could be neither decided nor confirmed at "
                            + Rates.format(capacity.lowPerSecond()) + ", the lowest rate.",
                    width,
                    lines);
            lastSentence(capacity).ifPresent(sentence -> add("There, " + sentence, width, lines));
            return;
        }
        add(
                "No verdict: " + objectives + " held at "
                        + Rates.format(capacity.found().get().perSecond())
                        + capacity.above()
                                .map(above -> " and not at " + Rates.format(above.perSecond()))
                                .orElse("")
                        + capacity.estimate()
                                .map(estimate -> ", and the limit may lie between " + interval(estimate))
                                .orElse("")
                        + ", but that was not confirmed.",
                width,
                lines);
    }

    private static Optional<String> lastSentence(Capacity capacity) {
        return capacity.runs().stream()
                .filter(run -> run.perSecond() == capacity.lowPerSecond())
                .map(Run::sentence)
                .reduce((earlier, later) -> later);
    }

    private static void addEnd(String what, Tried tried, Capacity capacity, LineWidth width, List<String> lines) {
        String start =
                "  " + TerminalText.left(what, 15) + TerminalText.right(Rates.format(tried.perSecond()), 12) + "   ";
        long saturated = capacity.saturated(tried.perSecond());
        String sentence = capacity.runs().stream()
                .filter(run -> run.perSecond() == tried.perSecond())
                .map(Run::sentence)
                .reduce((earlier, later) -> later)
                .orElse("");
        lines.addAll(width.behind(
                start,
                held(tried) + (saturated == 0 ? "" : ", saturated in " + saturated + " of all runs") + "; the last: "
                        + TerminalText.visible(sentence)));
    }

    private static void addLimit(Tried above, Budget limit, LineWidth width, List<String> lines) {
        lines.add("");
        add("what limits it at " + Rates.format(above.perSecond()) + ": " + SweepLines.budget(limit), width, lines);
    }
}
