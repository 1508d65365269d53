package io.straggler.cli.tasks;

import io.straggler.harness.Task;

/** Does nothing, and says on standard output when it is about to be measured, and when some of it has been. */
public final class Quick implements Task {
    /** What a test waits for that ends a run as soon as may be. */
    public static final String MEASURING = "quick: measuring from here";

    /** What a test waits for that looks for what was measured: {@link #SOME} iterations were. */
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
