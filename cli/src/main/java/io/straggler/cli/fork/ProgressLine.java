package io.straggler.cli.fork;

import io.straggler.cli.fork.ProgressCell.Stage;
import io.straggler.model.text.Durations;
import java.io.PrintStream;
import java.util.Locale;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Shows on standard error how far the measured JVM is: a bar on a terminal, a line per stage elsewhere. Drawn by the parent
 * process, never by the one that is measured. For one thread, but for {@link #clear}.
 */
public final class ProgressLine {
    private final PrintStream err;
    private final boolean terminal;
    private final long usualMs;
    private ProgressBar bar;
    private Stage lastStage;
    private long lastRun;
    private long startedMs;
    private String name = "";
    private String prefix = "";
    private final LeadingCauses causes;

    /**
     * @param terminal whether standard error is one; without, nothing is animated
     * @param expectedNs how long one JVM should take
     */
    public ProgressLine(PrintStream err, boolean terminal, long expectedNs) {
        this.err = err;
        this.terminal = terminal;
        this.causes = new LeadingCauses(terminal);
        this.usualMs = Math.max(1, expectedNs / 1_000_000);
    }

    /** What to put before everything, such as {@code seed 2: }. */
    public void name(String value) {
        name = value;
    }

    /** Where to tell what the outliers so far went to, over all JVMs. */
    LeadingCauses causes() {
        return causes;
    }

    /**
     * Another JVM was started.
     *
     * @param forks how many there will be; 0 if that is not known, and then the name says which it is
     */
    void fork(int fork, int forks) {
        clear();
        prefix = name + (forks > 1 ? "fork " + (fork + 1) + " of " + forks + ": " : "");
        lastStage = null;
        startedMs = System.currentTimeMillis();
    }

    /** Shows what the JVM says now. */
    void show(ProgressCell cell) {
        Stage stage = cell.stage();
        if (terminal) {
            draw(stage, cell);
        } else if (stage != lastStage && stage != Stage.FINISHING || cell.run() != lastRun) {
            err.println(prefix + words(stage, cell.run()));
        }
        lastStage = stage;
        lastRun = cell.run();
    }

    private synchronized void draw(Stage stage, ProgressCell cell) {
        long expectedMs = cell.expectedNs() > 0 ? Math.max(1, cell.expectedNs() / 1_000_000) : usualMs;
        if (bar == null) {
            bar = new ProgressBarBuilder()
                    .setTaskName("")
                    .setInitialMax(expectedMs)
                    .setStyle(ProgressBarStyle.ASCII)
                    .setUpdateIntervalMillis(200)
                    .hideEta()
                    .clearDisplayOnFinish()
                    .build();
        }
        bar.maxHint(expectedMs);
        bar.stepTo(Math.min(expectedMs, System.currentTimeMillis() - startedMs));
        bar.setExtraMessage(" " + prefix + words(stage, cell.run()) + tail(cell));
    }

    private String tail(ProgressCell cell) {
        if (cell.outliers() == 0) {
            return "";
        }
        String leading = causes.words();
        return String.format(Locale.ROOT, ", %,d outliers, worst %s", cell.outliers(), Durations.format(cell.worstNs()))
                + (leading.isEmpty() ? "" : ": " + leading);
    }

    private static String words(Stage stage, long run) {
        return switch (stage) {
            case STARTING -> "starting";
            case WARMING_UP -> "warming up";
            case MEASURING -> "measuring, run " + run;
            case FINISHING -> "writing";
        };
    }

    /** Removes the bar, so that a line can be printed. From any thread. */
    synchronized void clear() {
        if (bar != null) {
            bar.close();
            bar = null;
        }
    }
}
