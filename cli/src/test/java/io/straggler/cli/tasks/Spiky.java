package io.straggler.cli.tasks;

import io.straggler.harness.Harness;
import io.straggler.harness.Probe;
import io.straggler.harness.Task;

/** Burns a few microseconds, and in one of a hundred iterations 3 ms in a method with a telling name. */
public final class Spiky implements Task {
    private Probe probe;
    private int number;

    @Override
    public void setUp(Harness harness) {
        probe = harness.probe("burn");
    }

    @Override
    public void run(long intendedNs) {
        long startNs = System.nanoTime();
        if (++number % 100 == 0) {
            spikeOnPurpose();
        } else {
            burn(2_000);
        }
        probe.record(System.nanoTime() - startNs);
    }

    private static void spikeOnPurpose() {
        burn(3_000_000);
    }

    private static void burn(long ns) {
        long untilNs = System.nanoTime() + ns;
        while (System.nanoTime() - untilNs < 0) {
            Thread.onSpinWait();
        }
    }
}
