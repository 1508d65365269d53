package io.straggler.cli.text;

import io.straggler.diagnosis.PathStage;
import io.straggler.model.text.Durations;
import io.straggler.model.text.LineWidth;
import io.straggler.model.text.TerminalText;
import io.straggler.model.text.TextTable;
import java.util.List;

/** Table of the stages of outliers: time on the threads of each pool, and in front of them. */
final class StageLines {
    private static final int COLUMN = 11;
    private static final String NOBODY = "no known thread";
    private static final List<String> HEADS = List.of("outliers", "share", "queued", "no core", "p50", "worst");

    private StageLines() {}

    static List<String> of(List<PathStage> stages, LineWidth width) {
        if (stages.isEmpty()) {
            return List.of();
        }
        long allNs = stages.stream().mapToLong(PathStage::ns).sum();
        TextTable table = new TextTable("outliers by stage", HEADS, COLUMN);
        stages.forEach(stage -> table.row(stage.threads().isEmpty() ? NOBODY : stage.threads(), cells(stage, allNs)));
        List<String> lines = table.lines(width);
        lines.addAll(width.wrapped(
                "  ", "queued, no core: of all outliers; p50, worst: time of one outlier on the threads"));
        return lines;
    }

    private static List<String> cells(PathStage stage, long allNs) {
        return List.of(
                TerminalText.count(stage.outliers()),
                100 * stage.ns() / Math.max(1, allNs) + "%",
                time(stage.queuedNs()),
                time(stage.coreNs()),
                stage.workedNs(50).isPresent()
                        ? Durations.format(stage.workedNs(50).getAsLong())
                        : "\u2013",
                time(stage.longestNs()));
    }

    private static String time(long ns) {
        return ns == 0 ? "" : Durations.format(ns);
    }
}
