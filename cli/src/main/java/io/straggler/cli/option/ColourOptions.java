package io.straggler.cli.option;

import io.straggler.cli.text.Screen;
import picocli.CommandLine.Option;

/** Whether output is coloured. */
public final class ColourOptions {
    /** When to colour. */
    enum When {
        AUTO,
        ALWAYS,
        NEVER
    }

    @Option(
            names = "--color",
            paramLabel = "WHEN",
            defaultValue = "auto",
            description = "auto (default: on a terminal, unless NO_COLOR is set), always or never.")
    private When when;

    public boolean wanted() {
        return switch (when) {
            case ALWAYS -> true;
            case NEVER -> false;
            case AUTO -> Screen.coloursWanted();
        };
    }
}
