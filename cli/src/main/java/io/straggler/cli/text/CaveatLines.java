package io.straggler.cli.text;

import io.straggler.model.RunDescription;
import io.straggler.model.RunStatus;
import io.straggler.model.text.TerminalText;
import java.util.List;
import java.util.stream.Stream;

/** Lines that say why the figures of a run are weaker than they look; none of a run without a fault. */
public final class CaveatLines {
    private CaveatLines() {}

    /**
     * Lines beside a file in a format of another tool, which has no place for them.
     *
     * @param notes on the file that was read
     */
    public static List<String> ofExport(RunDescription run, List<String> notes) {
        return Stream.concat(status(run).stream(), notes.stream().flatMap(CaveatLines::note))
                .toList();
    }

    /** Why the run is not valid. */
    static List<String> status(RunDescription run) {
        return run.status() == RunStatus.OK
                ? List.of()
                : List.of("  " + run.status().label() + ": " + TerminalText.visible(run.reason()));
    }

    static List<String> notes(RunDescription run) {
        return run.warnings().stream().flatMap(CaveatLines::note).toList();
    }

    private static Stream<String> note(String sentence) {
        return TerminalText.labelled("note", TerminalText.visible(sentence)).stream();
    }
}
