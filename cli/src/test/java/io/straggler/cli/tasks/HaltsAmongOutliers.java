package io.straggler.cli.tasks;

import io.straggler.harness.Task;

/** Takes 3 ms in every twentieth iteration, and ends its JVM in the 300th that is measured, as the kernel does when memory is short. */
public final class HaltsAmongOutliers implements Task {
    private boolean measured;
    private int number;

    @Override
    public void warmedUp() {
        measured = true;
    }

    @Override
    public void run(long intendedNs) {
        if (measured && ++number == 300) {
            Runtime.getRuntime().halt(137);
        }
        long untilNs = System.nanoTime() + (number % 20 == 19 ? 3_000_000 : 0);
        while (System.nanoTime() - untilNs < 0) {
            Thread.onSpinWait();
        }
    }
}
