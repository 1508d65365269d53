package io.straggler.cli.text;

import io.straggler.compare.result.RecordedComparison;
import io.straggler.compare.result.RecordedSide;
import io.straggler.model.text.LineWidth;
import io.straggler.model.text.TerminalText;
import java.util.ArrayList;
import java.util.List;

/** A comparison of files that other tools wrote, on a terminal: the percentiles, verdicts where there can be any, and what the files cannot say. */
public final class RecordedLines {
    private RecordedLines() {}

    public static List<String> of(RecordedComparison runs, LineWidth width) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.addAll(side("A", runs.a(), width));
        lines.addAll(side("B", runs.b(), width));
        ComparisonLines.Heads heads =
                ComparisonLines.Heads.of(runs.a().label(), runs.b().label());
        ComparisonLines.addDifferences(runs.differences(), width, lines);
        if (runs.basis().isPresent()) {
            ComparisonLines.addMetrics(heads, runs.metrics(), width, lines);
            ComparisonLines.addNotes(runs.metrics(), width, lines);
            lines.addAll(width.wrapped("  ", runs.basis().get().sentence()));
        } else {
            ComparisonLines.addValues(heads, runs.metrics(), lines);
            lines.addAll(width.wrapped("  ", TerminalText.visible("No verdict. " + runs.noVerdict())));
        }
        lines.add("");
        runs.limits().forEach(limit -> lines.addAll(width.wrapped("  ", TerminalText.visible(limit))));
        return lines;
    }

    /** {@code before.hlog: HdrHistogram interval logs, latency, 20,000 latencies}. */
    private static List<String> side(String name, RecordedSide side, LineWidth width) {
        String what = TerminalText.visible(called(name, side)) + ": " + side.tool()
                + (side.series().isEmpty() ? "" : ", " + TerminalText.visible(side.series()))
                + (side.runs() == 1 ? "" : ", " + TerminalText.counted(side.runs(), "run"))
                + ", " + TerminalText.count(side.count()) + " latencies";
        return width.behind("  " + name + "  ", what);
    }

    /** Returns the name unless it is the letter in front, and the file if there is one. */
    private static String called(String letter, RecordedSide side) {
        String place = side.places().get(0);
        boolean several = side.places().size() > 1;
        if (side.label().equals(letter)) {
            return place + (several ? " and others" : "");
        }
        return side.label() + (several || place.equals(side.label()) ? "" : " (" + place + ")");
    }
}
