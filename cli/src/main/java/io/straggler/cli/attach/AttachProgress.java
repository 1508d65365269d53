package io.straggler.cli.attach;

import io.straggler.anyrecording.FilledFolder.Filling;
import io.straggler.model.text.Durations;
import io.straggler.model.text.LineWidth;
import io.straggler.sampler.usage.QuietCompilers;
import java.io.PrintStream;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Shows on standard error how far an agent is: a line that is drawn anew once a second on a terminal; elsewhere one line when calls begin to count, if that
 * took long. For one thread.
 */
final class AttachProgress {
    private static final long SECOND_NS = 1_000_000_000;

    /** A wait that is worth a line. */
    private static final long LONG_NS = 5 * SECOND_NS;

    /** Control sequence: back to the first column, and nothing right of it. */
    private static final String ERASE = "\r\033[K";

    private final PrintStream err;
    private final boolean terminal;
    private final Supplier<LineWidth> width;
    private final LongSupplier clock;
    private final long durationNs;
    private final long attachedNs;
    private long countingNs;
    private boolean counting;
    private boolean drawn;
    private long drawnNs;

    /**
     * @param terminal whether standard error is one
     * @param width of the terminal now
     * @param durationNs for which calls count
     */
    AttachProgress(PrintStream err, boolean terminal, Supplier<LineWidth> width, LongSupplier clock, long durationNs) {
        this.err = err;
        this.terminal = terminal;
        this.width = width;
        this.clock = clock;
        this.durationNs = durationNs;
        this.attachedNs = clock.getAsLong();
    }

    /** Shows what the agent says now. */
    void show(Filling state) {
        long nowNs = clock.getAsLong();
        if (state == Filling.COUNTING && !counting) {
            counting = true;
            countingNs = nowNs;
            if (!terminal && nowNs - attachedNs >= LONG_NS) {
                err.println("calls count from now on, " + seconds(nowNs - attachedNs) + " after the agent came");
            }
        }
        if (terminal && state != Filling.OVER && (!drawn || nowNs - drawnNs >= SECOND_NS)) {
            String line = counting ? measuring(nowNs - countingNs) : waiting(nowNs - attachedNs);
            int columns = width.get().columns();
            err.print(ERASE + (line.length() <= columns ? line : line.substring(0, columns)));
            err.flush();
            drawn = true;
            drawnNs = nowNs;
        }
    }

    private String measuring(long ns) {
        return "measuring: " + seconds(Math.min(ns, durationNs)) + " of " + Durations.format(durationNs);
    }

    /** The figures come first, where the line is cut. */
    private static String waiting(long ns) {
        return "no call counts yet: " + seconds(ns) + " of at most " + seconds(QuietCompilers.MAX_NS)
                + ", until the JVM's compilers are quiet: the agent changed classes, or the program is young";
    }

    private static String seconds(long ns) {
        return ns / SECOND_NS + " s";
    }

    /** Removes the line, so that another can be printed. */
    void clear() {
        if (drawn) {
            err.print(ERASE);
            err.flush();
            drawn = false;
        }
    }
}
