package io.straggler.cli.text;

import io.straggler.diagnosis.RelativeLatency;
import io.straggler.model.text.Decimals;
import io.straggler.model.text.LineWidth;
import io.straggler.model.text.TerminalText;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Latencies of a run as multiples of its reference run; no lines without one. */
final class RelativeLines {
    private RelativeLines() {}

    /** @param of what the reference run measured, and where */
    static List<String> of(RelativeLatency relative, String of, LineWidth width) {
        if (relative.points().isEmpty()) {
            return List.of();
        }
        String multiples = relative.points().stream()
                .map(point -> PercentileTable.percentileName(point.percentile()) + " " + times(point.multiple()))
                .collect(Collectors.joining(", "));
        return width.labelled("reference", multiples + " of the reference run: " + TerminalText.visible(of));
    }

    /** {@code 0.0075x}, {@code 1.04x}, {@code 12x}. */
    private static String times(double multiple) {
        return multiple < 0.095
                ? Decimals.significant(multiple, 2) + "x"
                : String.format(Locale.ROOT, multiple < 9.95 ? "%.2fx" : "%.0fx", multiple);
    }
}
