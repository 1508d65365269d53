package io.straggler.cli.text;

import io.straggler.diagnosis.Allocations;
import io.straggler.model.text.LineWidth;
import io.straggler.model.text.TerminalText;
import java.util.List;
import java.util.stream.Collectors;

/** Lines about allocations before the GC pauses that made outliers late: classes, and the methods that allocated them. */
final class AllocationLines {
    private static final double MIN_SHARE = 0.05;

    private static final int MOST = 3;

    /** Columns of a method with its class. */
    private static final int NAME = 40;

    private AllocationLines() {}

    /** None where too little is known. */
    static List<String> of(Allocations allocations, PlaceText places, int indent, LineWidth width) {
        if (allocations.samples() == 0) {
            return List.of();
        }
        String parts = allocations.parts().stream()
                .filter(part -> allocations.share(part) >= MIN_SHARE)
                .limit(MOST)
                .map(part -> Math.round(100 * allocations.share(part)) + "% " + PlaceText.ofClass(part.objectClass())
                        + " in " + places.fit(part.method(), NAME))
                .collect(Collectors.joining(", "));
        return width.wrapped(
                " ".repeat(indent),
                "allocated before: " + (parts.isEmpty() ? "no place has 5% of the bytes" : parts) + " ("
                        + TerminalText.counted(allocations.samples(), "sample") + ")");
    }
}
