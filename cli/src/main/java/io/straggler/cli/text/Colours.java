package io.straggler.cli.text;

import java.io.PrintStream;

/** Colours and weight of text on standard output. */
public final class Colours {
    private static final String BOLD = "\u001B[1m";

    private static final String PLAIN = "\u001B[0m";

    private Colours() {}

    /** Whether standard output is a terminal that wants colours; the launcher finds out, and TERM or NO_COLOR may object. */
    public static boolean wanted() {
        return Boolean.getBoolean("straggler.terminal.out")
                && System.getenv("NO_COLOR") == null
                && !"dumb".equals(System.getenv("TERM"));
    }

    /** Bold where that is seen: on standard output, if it is a terminal. */
    static String bold(String line, PrintStream out) {
        return out == System.out && wanted() ? BOLD + line + PLAIN : line;
    }
}
