package io.straggler.cli.tasks;

import io.straggler.harness.Task;

/** Does nothing, and says on standard output when it is about to be measured. */
public final class Quick implements Task {
    /** What a test waits for. */
    public static final String MEASURING = "quick: measuring from here";

    @Override
    public void run(long intendedNs) {}

    @Override
    public void warmedUp() {
        System.out.println(MEASURING);
    }
}
