package io.straggler.cli;

import io.straggler.compare.FigureText;
import io.straggler.flamegraph.Capacity;
import io.straggler.flamegraph.Capacity.Run;
import io.straggler.flamegraph.Capacity.Tried;
import io.straggler.flamegraph.SweptStep.Budget;
import io.straggler.model.Rates;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The highest sustained rate on a terminal: the answer, what it rests on, and what limits it. */
final class CapacityLines {
    private CapacityLines() {}

    static List<String> of(Capacity capacity) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(capacity.task());
        String objectives = String.join(" and ", capacity.objectives());
        switch (capacity.answer()) {
            case FOUND -> addFound(capacity, objectives, lines);
            case NOT_SUSTAINED ->
                add(
                        "Not sustained: " + objectives + " does not hold even at the lowest rate, "
                                + Rates.format(capacity.lowPerSecond()) + ".",
                        lines);
            case NO_VERDICT -> addNoVerdict(capacity, objectives, lines);
        }
        addUndecided(capacity, lines);
        add(capacity.course(), lines);
        lines.add("");
        capacity.found().ifPresent(found -> addEnd("sustained", found, capacity, lines));
        capacity.above().ifPresent(above -> addEnd("not sustained", above, capacity, lines));
        capacity.above().ifPresent(above -> addLimit(above, capacity.limit(), lines));
        return lines;
    }

    private static void add(String sentence, List<String> lines) {
        lines.addAll(TerminalText.wrapped("  ", sentence));
    }

    private static void addFound(Capacity capacity, String objectives, List<String> lines) {
        Tried found = capacity.found().orElseThrow();
        String start = "Sustains " + Rates.format(found.perSecond()) + " with " + objectives;
        Optional<Tried> above = capacity.above();
        if (above.isEmpty()) {
            add(start + "; nothing limits it up to there, the highest rate that was to be tried (--rates).", lines);
            return;
        }
        double width = capacity.width().orElseThrow();
        add(
                start + "; the limit lies between that and "
                        + Rates.format(above.get().perSecond()) + ", "
                        + FigureText.change(width)
                        + (width > capacity.precision() * 1.0001
                                ? ", which is wider than the " + FigureText.change(capacity.precision()) + " asked for."
                                : "."),
                lines);
    }

    private static void addNoVerdict(Capacity capacity, String objectives, List<String> lines) {
        if (capacity.found().isEmpty()) {
            add(
                    "No verdict: whether " + objectives + " holds could not be decided, or not be confirmed, at "
                            + Rates.format(capacity.lowPerSecond()) + ", the lowest rate.",
                    lines);
            lastSentence(capacity).ifPresent(sentence -> add("There, " + sentence, lines));
            return;
        }
        add(
                "No verdict: " + objectives + " seems to hold at "
                        + Rates.format(capacity.found().get().perSecond())
                        + capacity.above()
                                .map(above -> " and not at " + Rates.format(above.perSecond()))
                                .orElse("")
                        + ", but that was not confirmed.",
                lines);
    }

    private static Optional<String> lastSentence(Capacity capacity) {
        return capacity.runs().stream()
                .filter(run -> run.perSecond() == capacity.lowPerSecond())
                .map(Run::sentence)
                .reduce((earlier, later) -> later);
    }

    private static void addUndecided(Capacity capacity, List<String> lines) {
        if (capacity.undecided().isEmpty() || capacity.found().isEmpty()) {
            return;
        }
        add(
                "In between, "
                        + capacity.undecided().stream()
                                .map(tried -> Rates.format(tried.perSecond()))
                                .collect(Collectors.joining(", "))
                        + " could not be decided: the interval holds the limit, or runs contradict each other. "
                        + "Longer runs (--duration) or more of them (--max-runs) tell more.",
                lines);
    }

    private static void addEnd(String what, Tried tried, Capacity capacity, List<String> lines) {
        String start =
                "  " + TerminalText.left(what, 15) + TerminalText.right(Rates.format(tried.perSecond()), 12) + "   ";
        long saturated = capacity.saturated(tried.perSecond());
        int neither = tried.confirmed() - tried.held() - tried.failed();
        String words = tried.confirmed() == 0
                ? "seen in " + TerminalText.counted(tried.searched(), "run") + ", not confirmed"
                : "held in " + tried.held() + " of " + TerminalText.counted(tried.confirmed(), "confirmation run")
                        + (neither == 0 ? "" : ", undecided in " + neither);
        String sentence = capacity.runs().stream()
                .filter(run -> run.perSecond() == tried.perSecond())
                .map(Run::sentence)
                .reduce((earlier, later) -> later)
                .orElse("");
        List<String> all = TerminalText.wrapped(
                " ".repeat(start.length()),
                words + (saturated == 0 ? "" : ", saturated in " + saturated + " of all runs") + "; the last: "
                        + TerminalText.visible(sentence));
        lines.add(start + all.get(0).substring(start.length()));
        lines.addAll(all.subList(1, all.size()));
    }

    private static void addLimit(Tried above, Budget limit, List<String> lines) {
        lines.add("");
        add("what limits it at " + Rates.format(above.perSecond()) + ": " + SweepLines.budget(limit), lines);
    }
}
