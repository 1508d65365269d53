package io.straggler.examples;

import io.straggler.harness.Task;

/**
 * Quick, but for one iteration in 4,000, which stands still for 10 ms and makes everybody behind it late. At 4,000 a
 * second, what one iteration in 4,000 does makes one in a hundred late.
 */
public final class Spike implements Task {
    private static final int EVERY = 4_000;
    private static final long WORK_NS = 5_000;
    private static final long STALL_NS = 10_000_000;

    private long iteration;

    @Override
    public void run(long intendedNs) {
        if (++iteration % EVERY == 0) {
            standStill();
        } else {
            spin(WORK_NS);
        }
    }

    /** Stands still under a name that can be found in a report. */
    private static void standStill() {
        spin(STALL_NS);
    }

    private static void spin(long ns) {
        long untilNs = System.nanoTime() + ns;
        while (System.nanoTime() - untilNs < 0) {
            Thread.onSpinWait();
        }
    }
}
