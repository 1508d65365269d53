package io.straggler.cli.text;

import io.straggler.diagnosis.PathStage;
import io.straggler.model.text.Durations;
import io.straggler.model.text.TerminalText;
import java.util.ArrayList;
import java.util.List;

/** Table of the stages of outliers: time on the threads of each pool, and in front of them. */
final class StageLines {
    private static final int COLUMN = 11;
    private static final String NOBODY = "no known thread";
    private static final List<String> HEADS = List.of("outliers", "share", "queued", "no core", "p50", "worst");
    private static final int LONGEST_NAME = TerminalText.WIDTH - HEADS.size() * COLUMN - 2;
    private static final String TITLE = "outliers by stage";

    private StageLines() {}

    static List<String> of(List<PathStage> stages) {
        List<String> lines = new ArrayList<>();
        if (stages.isEmpty()) {
            return lines;
        }
        long allNs = stages.stream().mapToLong(PathStage::ns).sum();
        int name = Math.max(
                TITLE.length(),
                stages.stream().mapToInt(stage -> name(stage).length()).max().orElse(0));
        StringBuilder head = new StringBuilder("  " + TerminalText.left(TITLE, name));
        HEADS.forEach(title -> head.append(TerminalText.right(title, COLUMN)));
        lines.add(head.toString());
        stages.forEach(stage -> lines.add("  " + TerminalText.left(name(stage), name)
                + TerminalText.right(TerminalText.count(stage.outliers()), COLUMN)
                + TerminalText.right(100 * stage.ns() / Math.max(1, allNs) + "%", COLUMN)
                + time(stage.queuedNs())
                + time(stage.coreNs())
                + TerminalText.right(
                        stage.workedNs(50).isPresent()
                                ? Durations.format(stage.workedNs(50).getAsLong())
                                : "\u2013",
                        COLUMN)
                + time(stage.longestNs())));
        lines.add("  queued, no core: of all outliers; p50, worst: time of one outlier on the threads");
        return lines;
    }

    private static String time(long ns) {
        return TerminalText.right(ns == 0 ? "" : Durations.format(ns), COLUMN);
    }

    private static String name(PathStage stage) {
        return TerminalText.fit(stage.threads().isEmpty() ? NOBODY : stage.threads(), LONGEST_NAME);
    }
}
