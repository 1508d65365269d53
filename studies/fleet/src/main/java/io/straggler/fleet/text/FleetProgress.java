package io.straggler.fleet.text;

import io.straggler.model.text.TerminalText;
import java.io.PrintStream;
import java.util.function.BiConsumer;

/** How far the reading of recordings is: a line that is drawn again on a terminal, and elsewhere a line when it begins. */
public final class FleetProgress implements BiConsumer<Long, Long> {
    private static final String ERASE = "\r\u001B[K";

    private final boolean terminal;
    private final PrintStream err;
    private boolean drawn;

    public FleetProgress(boolean terminal, PrintStream err) {
        this.terminal = terminal;
        this.err = err;
    }

    @Override
    public void accept(Long read, Long all) {
        if (all == 0) {
            return;
        }
        if (terminal) {
            err.print(ERASE + "Read " + TerminalText.count(read) + " of " + TerminalText.counted(all, "new recording"));
            err.flush();
            drawn = true;
        } else if (read == 0) {
            err.println("Reading " + TerminalText.counted(all, "new recording") + " ...");
        }
    }

    /** Removes the line, so that another can be printed. */
    public void clear() {
        if (drawn) {
            err.print(ERASE);
            err.flush();
            drawn = false;
        }
    }
}
