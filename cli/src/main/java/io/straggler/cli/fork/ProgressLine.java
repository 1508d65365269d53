package io.straggler.cli.fork;

import io.straggler.cli.fork.ProgressCell.Stage;
import io.straggler.model.text.Durations;
import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Shows on standard error how far the measured JVM is: a line that is drawn anew once a second on a terminal, a line per stage
 * elsewhere. Drawn by the parent process, never by the one that is measured. For one thread, but for {@link #clear}.
 */
public final class ProgressLine {
    /** Seldom, because it may be the measured thread's core that draws. */
    private static final long REDRAW_NS = 1_000_000_000L;

    private static final int BAR_WIDTH = 20;

    /** A JVM that starts for longer does something that its user should know of. */
    private static final long LONG_START_NS = 10_000_000_000L;

    /** The terminal cuts what is too long for it, instead of going on in the next row, where no carriage return leads back from. */
    private static final String CUT = "\033[?7l";

    private static final String WRAP = "\033[?7h";

    /** To the first column, and nothing right of it. */
    private static final String ERASE = "\r\033[K";

    private final PrintStream err;
    private final boolean terminal;
    private final long usualNs;
    private final LongSupplier clock;
    private boolean drawn;
    private long drawnNs;
    private String lastWords = "";
    private long startedNs;
    private String name = "";
    private String prefix = "";
    private final LiveCauses causes;

    /**
     * @param terminal whether standard error is one; without, nothing is animated
     * @param expectedNs how long one JVM should take
     */
    public ProgressLine(PrintStream err, boolean terminal, long expectedNs) {
        this(err, terminal, expectedNs, System::nanoTime);
    }

    ProgressLine(PrintStream err, boolean terminal, long expectedNs, LongSupplier clock) {
        this.err = err;
        this.clock = clock;
        this.terminal = terminal;
        this.causes = new LiveCauses(terminal);
        this.usualNs = Math.max(1, expectedNs);
    }

    /** What to put before everything, such as {@code seed 2: }. */
    public void name(String value) {
        name = value;
    }

    /** Where to find what the outliers so far went to, over all JVMs. */
    LiveCauses causes() {
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
        lastWords = "";
        startedNs = clock.getAsLong();
    }

    /** Shows what the JVM says now. */
    void show(ProgressCell cell) {
        long nowNs = clock.getAsLong();
        String words = words(cell.stage(), cell.run(), nowNs - startedNs);
        if (terminal) {
            draw(words, cell, nowNs);
        } else if (!words.equals(lastWords) && cell.stage() != Stage.FINISHING) {
            err.println(prefix + words);
        }
        lastWords = words;
    }

    private synchronized void draw(String words, ProgressCell cell, long nowNs) {
        if (drawn && words.equals(lastWords) && nowNs - drawnNs < REDRAW_NS) {
            return;
        }
        long expectedNs = cell.expectedNs() > 0 ? cell.expectedNs() : usualNs;
        double share = Math.min(1, Math.max(0, (double) (nowNs - startedNs) / expectedNs));
        err.print(CUT
                + ERASE
                + String.format(Locale.ROOT, "%3d%% [%-" + BAR_WIDTH + "s] ", (int) (100 * share), "=".repeat((int)
                                (BAR_WIDTH * share)))
                + prefix
                + words
                + tail(cell)
                + WRAP);
        err.flush();
        drawn = true;
        drawnNs = nowNs;
    }

    private String tail(ProgressCell cell) {
        if (cell.outliers() == 0) {
            return "";
        }
        String leading = causes.words();
        return String.format(Locale.ROOT, ", %,d outliers, worst %s", cell.outliers(), Durations.format(cell.worstNs()))
                + (leading.isEmpty() ? "" : ": " + leading);
    }

    private static String words(Stage stage, long run, long sinceNs) {
        return switch (stage) {
            case STARTING -> sinceNs < LONG_START_NS ? "starting" : longStart(sinceNs);
            case WARMING_UP -> "warming up";
            case MEASURING -> "measuring, run " + run;
            case FINISHING -> "writing";
        };
    }

    /** After ten seconds, twenty, forty: nobody wants a line a second. */
    private static String longStart(long sinceNs) {
        long doublings = Long.highestOneBit(sinceNs / LONG_START_NS);
        return "starting for " + Durations.format(doublings * LONG_START_NS)
                + " now; most likely the task's setUp has not returned";
    }

    /** Removes the line, so that another can be printed. From any thread. */
    synchronized void clear() {
        if (drawn) {
            err.print(ERASE);
            err.flush();
            drawn = false;
        }
    }
}
