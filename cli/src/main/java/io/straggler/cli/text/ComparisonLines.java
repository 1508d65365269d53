package io.straggler.cli.text;

import io.straggler.compare.MetricText;
import io.straggler.compare.result.ComparedRuns;
import io.straggler.compare.result.ComparedSide;
import io.straggler.compare.result.FrameShift;
import io.straggler.compare.result.RunDifference;
import io.straggler.diagnosis.IterationGroup;
import io.straggler.diagnosis.RunBudget.CauseSum;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.statistics.Difference;
import io.straggler.diagnosis.statistics.Metric;
import io.straggler.model.text.Durations;
import io.straggler.model.text.LineWidth;
import io.straggler.model.text.TerminalText;
import io.straggler.model.text.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A comparison on a terminal: what differs besides, the metrics with verdicts, and where the outliers' latency went on both sides. */
public final class ComparisonLines {
    private static final int NAME = 16;
    private static final int VALUE = 11;
    private static final int CHANGE = 9;
    private static final int INTERVAL = 21;
    private static final int DETECTS = 9;
    private static final int CAUSE = 24;

    /** Columns of the table of metrics. */
    private static final int METRICS = 100;

    private static final int MAX_CAUSES = 6;
    private static final int MAX_FRAMES = 5;

    /** A cause below this share on both sides is left out, and so is a frame that changed by less. */
    private static final double MIN_SHARE = 0.005;

    /** Heads of the columns of two sides: their names if both fit, else the letters in front of the names above. */
    record Heads(String a, String b) {
        static final Heads LETTERS = new Heads("A", "B");

        static Heads of(String labelA, String labelB) {
            String a = TerminalText.visible(labelA);
            String b = TerminalText.visible(labelB);
            boolean fit = Math.max(a.length(), b.length()) < VALUE && !a.isEmpty() && !b.isEmpty();
            return fit ? new Heads(a, b) : LETTERS;
        }

        private String columns() {
            return TerminalText.right(a, VALUE) + TerminalText.right(b, VALUE);
        }
    }

    private ComparisonLines() {}

    private static Heads heads(ComparedRuns runs) {
        return Heads.of(runs.a().label(), runs.b().label());
    }

    public static List<String> of(ComparedRuns runs, LineWidth width) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.addAll(width.behind("  A  ", side("A", runs.a())));
        lines.addAll(width.behind("  B  ", side("B", runs.b())));
        if (!runs.ending().isEmpty()) {
            lines.addAll(width.wrapped("  ", runs.ending()));
        }
        addDifferences(runs.differences(), width, lines);
        addMetrics(runs, width, lines);
        addCauses(runs, width, lines);
        addFrames(runs, width, lines);
        addGroups(runs, width, lines);
        addGaps(runs, width, lines);
        return lines;
    }

    /** Adds groups side by side: one value of a field has nothing to resample. */
    private static void addGroups(ComparedRuns runs, LineWidth width, List<String> lines) {
        for (ComparedSide side : List.of(runs.a(), runs.b())) {
            List<String> groups = GroupLines.of(
                    IterationGroup.of(side.series(), List.of(), List.of()),
                    side.run().groupedBy(),
                    width);
            if (!groups.isEmpty()) {
                lines.add("");
                lines.add(
                        "  " + (side == runs.a() ? heads(runs).a() : heads(runs).b()) + ", without a verdict");
                lines.addAll(groups);
            }
        }
    }

    /**
     * Adds what recordings of any program leave out, once where it holds for both sides: a cause may be missing because
     * it was not recorded.
     */
    private static void addGaps(ComparedRuns runs, LineWidth width, List<String> lines) {
        if (!runs.a().run().ofAnyProgram() || !runs.b().run().ofAnyProgram()) {
            return;
        }
        List<String> inA = runs.a().run().warnings();
        List<String> inB = runs.b().run().warnings();
        List<String> all = new ArrayList<>();
        inA.forEach(one -> all.add((inB.contains(one) ? "both: " : "A: ") + one));
        inB.stream().filter(one -> !inA.contains(one)).forEach(one -> all.add("B: " + one));
        if (!all.isEmpty()) {
            lines.add("");
        }
        all.forEach(one -> lines.addAll(width.wrapped("  ", TerminalText.visible(one))));
    }

    /** Adds what else differs between the sides. */
    static void addDifferences(List<RunDifference> differences, LineWidth width, List<String> lines) {
        if (!differences.isEmpty()) {
            lines.add("");
            lines.add("  not the same on both sides, A against B");
            differences.forEach(
                    difference -> lines.addAll(width.wrapped("    ", TerminalText.visible(difference.sentence()))));
        }
    }

    /** Returns the name unless it is the letter in front, and the place if it says more. */
    private static String side(String letter, ComparedSide side) {
        String label = TerminalText.visible(side.label());
        String place = side.places().get(0);
        boolean several = side.places().size() > 1;
        if (side.label().equals(letter)) {
            label = place + (several ? " and others" : "");
        } else if (!several && !side.places().contains(side.label())) {
            label += "   " + place;
        }
        return label + (several ? "   " + TerminalText.counted(side.places().size(), "run") : "");
    }

    private static void addMetrics(ComparedRuns runs, LineWidth width, List<String> lines) {
        addMetrics(heads(runs), runs.comparison().differences(), width, lines);
        addNotes(runs.comparison().differences(), width, lines);
        lines.addAll(width.wrapped("  ", runs.comparison().basis().sentence()));
        lines.add("  an outlier took " + Durations.format(runs.thresholdNs()) + " or longer");
    }

    /** The table of the metrics with verdicts; on a narrow screen, how certain each change is stands below it. */
    static void addMetrics(Heads heads, List<Difference> differences, LineWidth width, List<String> lines) {
        lines.add("");
        String between = width.columns() < METRICS ? "\n  " : "";
        add(
                "  " + TerminalText.left("", NAME) + heads.columns() + TerminalText.right("B − A", CHANGE),
                between,
                TerminalText.right("95% interval", INTERVAL) + TerminalText.right("detects", DETECTS),
                lines);
        for (Difference difference : differences) {
            add(
                    values(difference)
                            + TerminalText.right(
                                    difference
                                            .relative()
                                            .map(relative -> MetricText.change(relative.value()))
                                            .orElse("–"),
                                    CHANGE),
                    between,
                    certainty(difference) + "  " + verdict(difference),
                    lines);
        }
        lines.addAll(width.wrapped("  ", "detects: the smallest change that four of five such comparisons would find"));
    }

    private static void add(String change, String between, String certainty, List<String> lines) {
        (change + between + certainty).lines().forEach(lines::add);
    }

    private static String certainty(Difference difference) {
        return TerminalText.right(
                        difference.relative().map(MetricText::interval).orElse("–"), INTERVAL)
                + TerminalText.right(
                        difference.detectable().isPresent()
                                ? MetricText.either(difference.detectable().getAsDouble())
                                : "–",
                        DETECTS);
    }

    /** The table of metrics that have no verdicts: the values only. */
    static void addValues(Heads heads, List<Difference> differences, List<String> lines) {
        lines.add("");
        lines.add("  " + TerminalText.left("", NAME) + heads.columns());
        differences.forEach(difference -> lines.add(values(difference)));
    }

    /** Adds notes on single metrics, each once for all metrics that it holds for. */
    static void addNotes(List<Difference> differences, LineWidth width, List<String> lines) {
        differences.stream()
                .filter(difference -> !difference.note().isEmpty())
                .collect(Collectors.groupingBy(
                        Difference::note,
                        LinkedHashMap::new,
                        Collectors.mapping(difference -> difference.metric().label(), Collectors.joining(", "))))
                .forEach((note, metrics) -> lines.addAll(width.wrapped("    ", metrics + ": " + note)));
    }

    private static String values(Difference difference) {
        Metric.Unit unit = difference.metric().unit();
        return "  " + TerminalText.left(difference.metric().label(), NAME) + value(unit, difference.a())
                + value(unit, difference.b());
    }

    private static String value(Metric.Unit unit, OptionalDouble value) {
        return TerminalText.right(value.isPresent() ? MetricText.value(unit, value.getAsDouble()) : "–", VALUE);
    }

    /** The verdict in words. */
    static String verdict(Difference difference) {
        return switch (difference.verdict()) {
            case IMPROVED -> "improved";
            case REGRESSED -> "regressed";
            case NOT_MEASURABLE -> "not measurable";
            case NO_DETECTABLE_DIFFERENCE -> "no difference found";
            case CANNOT_TELL -> "cannot tell";
        };
    }

    private static void addCauses(ComparedRuns runs, LineWidth width, List<String> lines) {
        List<Cause> causes = Stream.concat(
                        runs.a().diagnosis().causes().stream(), runs.b().diagnosis().causes().stream())
                .filter(sum -> share(sum, runs.a()) >= MIN_SHARE || share(sum, runs.b()) >= MIN_SHARE)
                .map(CauseSum::cause)
                .distinct()
                .sorted(Comparator.comparingDouble(
                        (Cause cause) -> -perSecond(cause, runs.a()) - perSecond(cause, runs.b())))
                .limit(MAX_CAUSES)
                .toList();
        if (causes.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add("  where the latency of outliers went, per second of run");
        Heads names = heads(runs);
        List<String> heads = List.of(head(names.a(), runs.a()), head(names.b(), runs.b()));
        boolean fit = heads.stream().allMatch(head -> head.length() < CAUSE);
        TextTable table = new TextTable(
                "", fit ? heads : List.of(head(Heads.LETTERS.a(), runs.a()), head(Heads.LETTERS.b(), runs.b())), CAUSE);
        causes.forEach(cause -> table.row("  " + cause.label(), List.of(cell(cause, runs.a()), cell(cause, runs.b()))));
        lines.addAll(table.lines(width));
    }

    private static String head(String name, ComparedSide side) {
        return name + ", " + TerminalText.counted(side.diagnosis().outliers(), "outlier");
    }

    private static String cell(Cause cause, ComparedSide side) {
        long allNs = side.diagnosis().latencyNs();
        return allNs == 0
                ? "–"
                : MetricText.value(Metric.Unit.NS_PER_SECOND, perSecond(cause, side))
                        + String.format(
                                Locale.ROOT,
                                " %5.1f%%",
                                100.0 * side.diagnosis().totalNs(cause) / allNs);
    }

    private static double share(CauseSum sum, ComparedSide side) {
        return (double) side.diagnosis().totalNs(sum.cause())
                / Math.max(1, side.diagnosis().latencyNs());
    }

    private static double perSecond(Cause cause, ComparedSide side) {
        return side.perSecond(side.diagnosis().totalNs(cause));
    }

    private static void addFrames(ComparedRuns runs, LineWidth width, List<String> lines) {
        PlaceText places = new PlaceText(TaskPackage.of(runs.b().run()));
        List<FrameShift> shifts = FrameShift.between(
                        runs.a().diagnosis(), runs.b().diagnosis())
                .stream()
                .filter(shift -> Math.abs(shift.growth()) >= MIN_SHARE)
                .filter(shift -> shift.samplesA() + shift.samplesB() >= FrameShift.TELLING_SAMPLES)
                .limit(MAX_FRAMES)
                .toList();
        if (shifts.isEmpty()) {
            return;
        }
        lines.add("");
        lines.addAll(width.wrapped(
                "  ",
                "frames whose share of the outliers' latency changed most; stacks are few, so read it as a hint"));
        for (FrameShift shift : shifts) {
            String change = TerminalText.right(
                    String.format(Locale.ROOT, "%+.1f", 100 * shift.growth()).replace('-', '−') + " points", 16);
            String rest = String.format(
                    Locale.ROOT,
                    "  %s (%,d and %,d stacks)",
                    shift.appeared() ? "appeared" : shift.vanished() ? "vanished" : "",
                    shift.samplesA(),
                    shift.samplesB());
            int left = width.columns() - change.length() - rest.length() - 2;
            lines.addAll(width.behind(change + "  ", places.fit(shift.frame().name(), left) + rest));
        }
    }
}
