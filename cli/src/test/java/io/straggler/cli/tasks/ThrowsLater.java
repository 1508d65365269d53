package io.straggler.cli.tasks;

import io.straggler.harness.Task;

/** Throws in iteration 150 of the first measured run. */
public final class ThrowsLater implements Task {
    private boolean measured;
    private int number;

    @Override
    public void warmedUp() {
        measured = true;
    }

    @Override
    public void run(long intendedNs) {
        if (measured && ++number == 150) {
            throw new ArithmeticException("boom");
        }
    }
}
