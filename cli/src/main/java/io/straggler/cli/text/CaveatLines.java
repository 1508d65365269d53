package io.straggler.cli.text;

import io.straggler.Analysis;
import io.straggler.model.RunDescription;
import io.straggler.model.RunStatus;
import io.straggler.model.text.TerminalText;
import java.util.List;
import java.util.stream.Stream;

/** Lines that say why the figures of a run are weaker than they look; none of a run without a fault. */
public final class CaveatLines {
    private CaveatLines() {}

    /** Lines beside a file in a format of another tool, which has no place for them. Notes on a run folder are in its report. */
    public static List<String> ofExport(Analysis analysis) {
        List<String> notes = analysis.folder() == null ? notes(analysis.run()) : List.of();
        return Stream.concat(status(analysis.run()).stream(), notes.stream()).toList();
    }

    /** Why the run is not valid. */
    static List<String> status(RunDescription run) {
        return run.status() == RunStatus.OK
                ? List.of()
                : List.of("  " + run.status().label() + ": " + TerminalText.visible(run.reason()));
    }

    static List<String> notes(RunDescription run) {
        return run.warnings().stream()
                .flatMap(warning -> TerminalText.labelled("note", TerminalText.visible(warning)).stream())
                .toList();
    }
}
