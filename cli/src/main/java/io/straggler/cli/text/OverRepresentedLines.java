package io.straggler.cli.text;

import io.straggler.diagnosis.OverRepresentedFrame;
import io.straggler.model.text.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Where outliers worked more than normal iterations did, with what that rests on. */
final class OverRepresentedLines {
    private static final int MOST = 3;
    private static final int LONGEST_NAME = 44;

    private OverRepresentedLines() {}

    static List<String> of(List<OverRepresentedFrame> overRepresented, PlaceText places) {
        List<String> lines = new ArrayList<>();
        if (overRepresented.isEmpty()) {
            return lines;
        }
        OverRepresentedFrame any = overRepresented.get(0);
        lines.add("  where outliers work more than normal iterations (95% certain; "
                + TerminalText.count(any.outliers()) + " outliers, " + TerminalText.count(any.normalStacks())
                + " normal stacks)");
        for (OverRepresentedFrame frame : overRepresented.subList(0, Math.min(MOST, overRepresented.size()))) {
            lines.add(String.format(
                    Locale.ROOT,
                    "    %5.1f%%  %s  (normally %.1f%%; %.0f to %.0f points more)",
                    100 * frame.outlierShare(),
                    places.fit(frame.name(), LONGEST_NAME),
                    100 * frame.normalShare(),
                    100 * frame.leastGrowth(),
                    100 * frame.mostGrowth()));
        }
        return lines;
    }
}
