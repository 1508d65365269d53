package io.straggler.harness;

import io.straggler.model.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Runs the methods of a task that are not iterations, in sight of the recorder thread. The pacing thread runs them, any thread
 * may look.
 */
final class TaskSteps {
    private final NanoClock clock;
    private final Failures failures;
    private volatile @Nullable Step current;

    TaskSteps(NanoClock clock, Failures failures) {
        this.clock = clock;
        this.failures = failures;
    }

    /**
     * A method of the task that is being run.
     *
     * @param limitNs it is stuck after this long; preparing may take any time, unless the run shall end
     */
    record Step(String name, long sinceNs, long limitNs) {}

    /**
     * Runs a method.
     *
     * @throws Failures.Reported if it threw; the failure is kept
     */
    void run(String name, long limitNs, Failures.Step body) {
        current = new Step(name, clock.nanoTime(), limitNs);
        try {
            failures.during(name, body);
        } finally {
            current = null;
        }
    }

    /** The method that is being run; {@code null} while none is. */
    @Nullable
    Step current() {
        return current;
    }
}
