package io.straggler.cli.text;

import io.straggler.diagnosis.compare.RecordedComparison;
import io.straggler.diagnosis.compare.RecordedSide;
import java.util.ArrayList;
import java.util.List;

/** A comparison of files that other tools wrote, on a terminal: the percentiles, verdicts where there can be any, and what the files cannot say. */
public final class RecordedLines {
    private RecordedLines() {}

    public static List<String> of(RecordedComparison runs) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.addAll(TerminalText.wrapped("     ", "A  " + side(runs.a())));
        lines.addAll(TerminalText.wrapped("     ", "B  " + side(runs.b())));
        lines.replaceAll(line -> line.replaceFirst("^ {5}([AB]  )", "  $1"));
        ComparisonLines.addDifferences(runs.differences(), lines);
        if (runs.basis().isPresent()) {
            ComparisonLines.addFigures(runs.figures(), lines);
            ComparisonLines.addNotes(runs.figures(), lines);
            lines.addAll(TerminalText.wrapped("  ", runs.basis().get().sentence()));
        } else {
            ComparisonLines.addValues(runs.figures(), lines);
            ComparisonLines.addNotes(runs.figures(), lines);
            lines.addAll(TerminalText.wrapped("  ", TerminalText.visible("No verdict. " + runs.noVerdict())));
        }
        lines.add("");
        runs.limits().forEach(limit -> lines.addAll(TerminalText.wrapped("  ", TerminalText.visible(limit))));
        return lines;
    }

    /** {@code before.hlog   HdrHistogram interval logs, latency, 20,000 latencies}. */
    private static String side(RecordedSide side) {
        return TerminalText.visible(side.label()) + "   " + what(side);
    }

    /** What was recorded, by what, and how much of it. */
    static String what(RecordedSide side) {
        return side.tool()
                + (side.series().isEmpty() ? "" : ": " + TerminalText.visible(side.series()))
                + (side.runs() == 1 ? "" : ", " + TerminalText.count(side.runs()) + " runs")
                + (side.count().isEmpty()
                        ? ""
                        : ", " + TerminalText.count(side.count().getAsLong()) + " latencies");
    }
}
