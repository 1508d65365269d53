package io.straggler.cli.tasks;

import io.straggler.harness.Task;

/** Throws when it is asked for more than 10,000 iterations a second. */
public final class ThrowsWhenFast implements Task {
    private static final int SURE = 20;

    private long beforeNs;
    private int fast;

    @Override
    public void run(long intendedNs) {
        fast = intendedNs - beforeNs < 100_000 ? fast + 1 : 0;
        if (fast == SURE) {
            throw new IllegalStateException("too fast for me");
        }
        beforeNs = intendedNs;
    }
}
