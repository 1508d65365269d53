package io.straggler.cli.tasks;

import io.straggler.harness.Task;

/** Does nothing, but says every 20 ms on standard output how far it is. Iterations run in the order in which they are due. */
public final class TellsHowFar implements Task {
    /** What it says, before the instant at which the last iteration that is over was due, by {@link System#nanoTime}. */
    public static final String DONE = "tells how far: done until ";

    private static final long EVERY_NS = 20_000_000;

    private boolean measured;
    private long reportedNs;
    private long lastNs;

    @Override
    public void warmedUp() {
        measured = true;
    }

    @Override
    public void run(long intendedNs) {
        if (measured && lastNs - reportedNs >= EVERY_NS) {
            System.out.println(DONE + lastNs);
            reportedNs = lastNs;
        }
        lastNs = intendedNs;
    }
}
