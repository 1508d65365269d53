package io.straggler.cli.text;

import io.straggler.model.RunDescription;

/** The package of the code that a run is about, which readers know: its classes go without it. */
final class Home {
    private Home() {}

    /** With the dot behind it; empty if there is none. */
    static String of(RunDescription run) {
        String type = run.environment().containsKey(RunDescription.METHODS) ? before(run.task()) : run.task();
        String home = before(type);
        return home.isEmpty() ? "" : home + ".";
    }

    private static String before(String name) {
        return name.substring(0, Math.max(0, name.lastIndexOf('.')));
    }
}
