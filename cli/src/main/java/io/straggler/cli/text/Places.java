package io.straggler.cli.text;

import io.straggler.diagnosis.budget.Cause;

/** Says where something happened, for readers who know the task: its own classes go without their package. */
final class Places {
    private final String home;

    /** @param task its class name, or the words of whoever ran it */
    Places(String task) {
        this.home = task.substring(0, task.lastIndexOf('.') + 1);
    }

    /** The place in at most so many columns. */
    String fit(String where, int columns) {
        return TerminalText.fit(home.isEmpty() ? where : where.replace(home, ""), columns);
    }

    /** {@code cause: place}, or the cause alone, in at most so many columns. */
    String fit(Cause cause, String where, int columns) {
        int left = columns - cause.label().length() - 2;
        return where.isEmpty() || left < 8 ? cause.label() : cause.label() + ": " + fit(where, left);
    }
}
