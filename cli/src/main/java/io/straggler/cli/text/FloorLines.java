package io.straggler.cli.text;

import io.straggler.diagnosis.AboveFloor;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** How far a run is above its floor, for people: nothing where there is none. */
final class FloorLines {
    private FloorLines() {}

    /** @param of whose latencies the floor is */
    static List<String> of(AboveFloor above, String of) {
        if (above.points().isEmpty()) {
            return List.of();
        }
        String multiples = above.points().stream()
                .map(point -> PercentileTable.percentileName(point.percentile()) + " " + times(point.multiple()))
                .collect(Collectors.joining(", "));
        return TerminalText.labelled(
                "floor", "latency as multiples of the floor: " + multiples + ". Floor: " + TerminalText.visible(of));
    }

    /** {@code 1.04x}, {@code 12x}. */
    private static String times(double multiple) {
        return String.format(Locale.ROOT, multiple < 9.95 ? "%.2fx" : "%.0fx", multiple);
    }
}
