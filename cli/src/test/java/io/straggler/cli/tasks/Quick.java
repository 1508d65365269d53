package io.straggler.cli.tasks;

import io.straggler.harness.Task;

/** Does nothing, and says on standard output when it is about to be measured, and when some of it has been. */
public final class Quick implements Task {
    /** Line for tests that end a run as soon as may be. */
    public static final String MEASURING = "quick: measuring from here";

    /** Line for tests that look for what was measured: it comes after {@link #SOME} iterations. */
    public static final String MEASURED = "quick: measured some";

    public static final int SOME = 100;

    private boolean warm;
    private int measured;

    @Override
    public void run(long intendedNs) {
        if (warm && measured++ == SOME) {
            System.out.println(MEASURED);
        }
    }

    @Override
    public void warmedUp() {
        warm = true;
        System.out.println(MEASURING);
    }
}
