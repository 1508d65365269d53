package io.straggler.cli.fork;

import io.straggler.cli.fork.ProgressCell.Stage;
import io.straggler.cli.text.Screen;
import io.straggler.model.LatencySoFar;
import io.straggler.model.Percentiles;
import io.straggler.model.text.Durations;
import io.straggler.model.text.LineWidth;
import io.straggler.model.text.TerminalText;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Shows on standard error how far the measured JVM is: a line that is drawn anew once a second on a terminal, a line per stage
 * elsewhere. Drawn by the parent process, never by the one that is measured. For one thread, but for {@link #clear}.
 */
public final class ProgressLine {
    /** Seldom, because it may be the measured thread's core that draws. */
    private static final long REDRAW_NS = 1_000_000_000L;

    private static final int BAR_WIDTH = 20;
    private static final int SHORT_BAR_WIDTH = 8;

    /** Figures that a narrow terminal shows: the highest percentile and the worst. */
    private static final int HIGHEST_FIGURES = 2;

    /** A JVM that starts for longer does something that its user should know of. */
    private static final long LONG_START_NS = 10_000_000_000L;

    /** The terminal cuts what is too long for it, instead of going on in the next row, where no carriage return leads back from. */
    private static final String CUT = "\033[?7l";

    private static final String WRAP = "\033[?7h";

    /** Control sequence that goes to the first column and erases the line. */
    private static final String ERASE = "\r\033[K";

    private final PrintStream err;
    private final boolean terminal;
    private final long usualNs;
    private final LongSupplier clock;
    private final Supplier<LineWidth> width;
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
        this(err, terminal, expectedNs, System::nanoTime, Screen::ofErrors);
    }

    /** @param width of the terminal now: its window may change */
    ProgressLine(PrintStream err, boolean terminal, long expectedNs, LongSupplier clock, Supplier<LineWidth> width) {
        this.err = err;
        this.clock = clock;
        this.width = width;
        this.terminal = terminal;
        this.causes = new LiveCauses(terminal);
        this.usualNs = Math.max(1, expectedNs);
    }

    /** Sets the text in front of everything, such as {@code seed 2: }. */
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
        err.print(CUT + ERASE + fitting(share, prefix + words, cell) + WRAP);
        err.flush();
        drawn = true;
        drawnNs = nowNs;
    }

    /** The fullest line that fits. Less and less goes with it: causes, the bar, what is done, and percentiles, the lowest first. */
    private String fitting(double share, String doing, ProgressCell cell) {
        List<String> figures = figures(cell);
        String outliers = outliers(cell);
        String leading = causes.words();
        String all = joined(doing, figures, outliers);
        List<String> lines = new ArrayList<>(List.of(
                bar(share, BAR_WIDTH) + all + (leading.isEmpty() ? "" : ": " + leading),
                bar(share, BAR_WIDTH) + all,
                bar(share, SHORT_BAR_WIDTH) + all,
                percent(share) + all));
        for (int from = 0; from == 0 || from <= figures.size() - HIGHEST_FIGURES; from++) {
            lines.add(percent(share) + joined(prefix, figures.subList(from, figures.size()), outliers));
        }
        int columns = width.get().columns();
        return lines.stream()
                .filter(line -> line.length() <= columns)
                .findFirst()
                .orElse(lines.get(lines.size() - 1));
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%3d%% ", (int) (100 * share));
    }

    private static String bar(double share, int columns) {
        return percent(share) + "[" + TerminalText.left("=".repeat((int) (columns * share)), columns) + "] ";
    }

    /** {@code measuring, run 1: p50 43.8 µs, worst 14.6 ms, 999 outliers}. */
    private static String joined(String doing, List<String> figures, String outliers) {
        List<String> all = new ArrayList<>(figures);
        if (!outliers.isEmpty()) {
            all.add(outliers);
        }
        String between = all.isEmpty() || doing.isEmpty() || doing.endsWith(" ") ? "" : ": ";
        return doing + between + String.join(", ", all);
    }

    /** Percentiles that can be known so far, and the worst. */
    private static List<String> figures(ProgressCell cell) {
        LatencySoFar latency = cell.latency();
        List<String> figures = new ArrayList<>();
        add("p50", 50, latency.p50Ns(), latency.iterations(), figures);
        add("p99", 99, latency.p99Ns(), latency.iterations(), figures);
        add("p99.9", 99.9, latency.p999Ns(), latency.iterations(), figures);
        long worstNs = Math.max(cell.worstNs(), latency.worstNs());
        if (worstNs > 0) {
            figures.add("worst " + Durations.format(worstNs));
        }
        return figures;
    }

    private static void add(String name, double percentile, long ns, long iterations, List<String> figures) {
        if (Percentiles.measurable(percentile, iterations)) {
            figures.add(name + " " + Durations.format(ns));
        }
    }

    private static String outliers(ProgressCell cell) {
        return cell.outliers() == 0 ? "" : TerminalText.counted(cell.outliers(), "outlier");
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
