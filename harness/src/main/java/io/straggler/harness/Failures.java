package io.straggler.harness;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What broke a run: the first failure decides, later ones are consequences. Safe for use by several threads. */
final class Failures {
    private @Nullable String reason;
    private @Nullable Throwable cause;
    private final List<String> stuckThreads = new ArrayList<>();

    /** A failure was added; unwinds to where the run is wrapped up. */
    static final class Reported extends RuntimeException {
        private static final long serialVersionUID = 1;

        Reported() {
            super(null, null, false, false);
        }
    }

    /** A method of the task. */
    @FunctionalInterface
    interface Step {
        void run() throws Exception;
    }

    /** Runs a step of the task. Its exception becomes a failure. */
    void during(String name, Step step) {
        try {
            step.run();
        } catch (Throwable thrown) {
            add(name + " threw " + describe(thrown), thrown);
            throw new Reported();
        }
    }

    synchronized void add(String why, @Nullable Throwable thrown) {
        if (reason == null) {
            reason = why;
            cause = thrown;
        }
    }

    /** Adds a failure together with the stacks that these threads have now. */
    synchronized void stuck(String why, List<Thread> threads) {
        add(why, null);
        for (Thread thread : threads) {
            StringBuilder text = new StringBuilder(thread.getName())
                    .append(" (")
                    .append(thread.getState())
                    .append(")");
            for (StackTraceElement element : thread.getStackTrace()) {
                text.append("\n    at ").append(element);
            }
            stuckThreads.add(text.toString());
        }
    }

    synchronized boolean any() {
        return reason != null;
    }

    /** The first failure; empty if there is none. */
    synchronized String reason() {
        return reason == null ? "" : reason;
    }

    synchronized @Nullable Throwable cause() {
        return cause;
    }

    synchronized List<String> stuckThreads() {
        return List.copyOf(stuckThreads);
    }

    /** Type, message and origin of what was thrown, in one line. */
    static String describe(Throwable thrown) {
        StringBuilder text = new StringBuilder(thrown.getClass().getName());
        if (thrown.getMessage() != null) {
            text.append(": ").append(thrown.getMessage().lines().findFirst().orElse(""));
        }
        StackTraceElement[] stack = thrown.getStackTrace();
        if (stack.length > 0) {
            text.append(" (at ").append(stack[0]).append(")");
        }
        return text.toString();
    }
}
