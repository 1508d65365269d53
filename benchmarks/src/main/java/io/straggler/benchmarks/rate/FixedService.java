package io.straggler.benchmarks.rate;

import io.straggler.harness.Task;

/** Every iteration takes the same time, but for one that may take longer: the rate that it sustains is known. */
public final class FixedService implements Task {
    /** Names what an iteration takes, in nanoseconds. */
    static final String SERVICE_NS = "fixed.service.ns";

    /** Names the iteration that takes longer, counted from the first warm-up on; none if it is not given. */
    static final String PAUSES_AT = "fixed.pauses.at";

    static final long PAUSE_NS = 300_000_000;

    private final long serviceNs = Long.getLong(SERVICE_NS, 1_000_000);
    private final long pausesAt = Long.getLong(PAUSES_AT, 0);
    private long iterations;

    @Override
    public void run(long intendedNs) {
        long untilNs = System.nanoTime() + (++iterations == pausesAt ? PAUSE_NS : serviceNs);
        while (System.nanoTime() - untilNs < 0) {
            Thread.onSpinWait();
        }
    }
}
