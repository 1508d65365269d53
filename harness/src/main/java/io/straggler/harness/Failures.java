package io.straggler.harness;

import io.straggler.model.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Failures of a run: the first one decides, later ones are consequences. Safe for use by several threads. */
final class Failures {
    /** Bytes of an array of the reserve: so few that a collector with regions of a megabyte does not take it for a large object. */
    private static final int RESERVED_BYTES = 256 << 10;

    /** Arrays of the reserve, at most: 8 MB. */
    private static final int MAX_RESERVED_ARRAYS = 32;

    /** Part of the heap that the reserve may have. */
    private static final int RESERVED_PART = 16;

    /** Reason that is said without allocating. */
    private static final String NO_MEMORY = "there was no memory left";

    /** Memory for what has to be done when the task has used up the heap. */
    private volatile byte @Nullable [][] reserve = new byte
            [(int) Math.min(MAX_RESERVED_ARRAYS, Runtime.getRuntime().maxMemory() / RESERVED_PART / RESERVED_BYTES)]
            [RESERVED_BYTES];

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
            threw(() -> name + " threw ", thrown);
            throw new Reported();
        }
    }

    /**
     * Adds a failure that something was thrown for. Where memory is what is missing, the reserve is given back first: it lets this be said,
     * and what was measured be written.
     *
     * @param what comes before the description of what was thrown
     */
    void threw(Supplier<String> what, Throwable thrown) {
        if (thrown instanceof OutOfMemoryError) {
            giveReserveBack();
        }
        String why;
        try {
            why = what.get() + Messages.described(thrown);
        } catch (OutOfMemoryError e) {
            why = NO_MEMORY;
        }
        add(why, thrown);
    }

    /** The task is over, and what is left to do may need memory that the task has used up. */
    void giveReserveBack() {
        reserve = null;
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
}
