package io.straggler.cli.text;

import io.straggler.model.RunDescription;
import io.straggler.model.RunStatus;
import io.straggler.model.text.LineWidth;
import io.straggler.model.text.TerminalText;
import java.util.List;

/** Lines that say why the figures of a run are weaker than they look; none of a run without a fault. */
public final class CaveatLines {
    private CaveatLines() {}

    /**
     * Prints what a file in a format of another tool has no place for.
     *
     * @param notes on the recording that was read
     */
    public static void printOfExport(RunDescription run, List<String> notes, Screen screen) {
        screen.println(Style.of(run.status()), status(run, screen.width()));
        screen.println(Style.YELLOW, notes(notes, screen.width()));
    }

    /** Why the run is not valid. */
    static List<String> status(RunDescription run, LineWidth width) {
        return run.status() == RunStatus.OK
                ? List.of()
                : width.wrapped("  ", run.status().label() + ": " + TerminalText.visible(run.reason()));
    }

    static List<String> notes(List<String> sentences, LineWidth width) {
        return sentences.stream()
                .flatMap(sentence -> width.labelled("note", TerminalText.visible(sentence)).stream())
                .toList();
    }
}
