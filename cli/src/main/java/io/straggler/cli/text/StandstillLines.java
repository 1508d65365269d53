package io.straggler.cli.text;

import io.straggler.diagnosis.Standstills;
import io.straggler.model.text.Durations;
import io.straggler.model.text.LineWidth;
import io.straggler.model.text.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Stops of all threads that no outlier shows, on a terminal. */
final class StandstillLines {
    private static final int MAX_NAMES = 3;

    private StandstillLines() {}

    /** Nothing where nothing stood still. */
    static List<String> of(Standstills standstills, LineWidth width) {
        if (standstills.count() == 0) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(width.labelled(
                "stops",
                "all threads stood still "
                        + (standstills.count() == 1
                                ? "once, for " + Durations.format(standstills.longestNs())
                                : TerminalText.count(standstills.count()) + " times, up to "
                                        + Durations.format(standstills.longestNs()))
                        + ", outside of outliers: " + names(standstills)));
        lines.addAll(width.labelled("", meaning(standstills)));
        return lines;
    }

    private static String meaning(Standstills standstills) {
        return standstills.scheduled()
                ? "iterations that were due then were late, but by less than the threshold"
                : "whoever waited meanwhile for an iteration to begin is in no figure";
    }

    private static String names(Standstills standstills) {
        List<String> names = new ArrayList<>();
        for (Standstills.Named named : standstills.byName()) {
            if (names.size() == MAX_NAMES) {
                names.add("other");
                break;
            }
            String what = named.place().isEmpty()
                    ? named.cause().label()
                    : TerminalText.visible(named.place().words());
            names.add(
                    standstills.byName().size() == 1
                            ? what
                            : String.format(
                                    Locale.ROOT, "%s %.0f%%", what, 100.0 * named.totalNs() / standstills.totalNs()));
        }
        return String.join(", ", names);
    }
}
