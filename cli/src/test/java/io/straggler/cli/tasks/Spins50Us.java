package io.straggler.cli.tasks;

import io.straggler.harness.Task;

/** Takes 50 µs, so that nobody can run it more than 20,000 times a second. */
public final class Spins50Us implements Task {
    private static final long NS = 50_000;

    @Override
    public void run(long intendedNs) {
        long untilNs = System.nanoTime() + NS;
        while (System.nanoTime() - untilNs < 0) {
            Thread.onSpinWait();
        }
    }
}
