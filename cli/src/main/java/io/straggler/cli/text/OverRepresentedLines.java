package io.straggler.cli.text;

import io.straggler.diagnosis.OverRepresentedFrame;
import io.straggler.model.text.LineWidth;
import io.straggler.model.text.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Where outliers worked more than normal iterations did, with what that rests on. */
final class OverRepresentedLines {
    private static final int MOST = 3;

    /** Columns of a share with what is before and after it. */
    private static final int START = 12;

    private OverRepresentedLines() {}

    static List<String> of(List<OverRepresentedFrame> overRepresented, PlaceText places, LineWidth width) {
        List<String> lines = new ArrayList<>();
        if (overRepresented.isEmpty()) {
            return lines;
        }
        OverRepresentedFrame any = overRepresented.get(0);
        lines.addAll(width.wrapped(
                "  ",
                "where outliers work more than normal iterations (95% certain; " + TerminalText.count(any.outliers())
                        + " outliers, " + TerminalText.count(any.normalStacks()) + " normal stacks)"));
        for (OverRepresentedFrame frame : overRepresented.subList(0, Math.min(MOST, overRepresented.size()))) {
            lines.addAll(width.behind(
                    String.format(Locale.ROOT, "    %5.1f%%  ", 100 * frame.outlierShare()),
                    String.format(
                            Locale.ROOT,
                            "%s  (normally %.1f%%; %.0f to %.0f points more)",
                            places.fit(frame.name(), width.columns() - START),
                            100 * frame.normalShare(),
                            100 * frame.leastGrowth(),
                            100 * frame.mostGrowth())));
        }
        return lines;
    }
}
