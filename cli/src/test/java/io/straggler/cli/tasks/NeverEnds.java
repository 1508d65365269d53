package io.straggler.cli.tasks;

import io.straggler.harness.Task;
import java.util.concurrent.CountDownLatch;

/** Gets stuck in its first measured iteration, and does not listen to interrupts. */
public final class NeverEnds implements Task {
    private boolean measured;

    @Override
    public void warmedUp() {
        measured = true;
    }

    @Override
    public void run(long intendedNs) {
        while (measured) {
            stuckHere();
        }
    }

    private static void stuckHere() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            // It would be better to end; this one does not.
        }
    }
}
