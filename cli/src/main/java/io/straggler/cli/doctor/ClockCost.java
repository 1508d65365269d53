package io.straggler.cli.doctor;

import io.straggler.model.NanoClock;

/**
 * Cost and granularity of reading a clock.
 *
 * @param readNs time for one reading
 * @param granularityNs the smallest step between two readings that differ
 */
public record ClockCost(double readNs, long granularityNs) {
    private static final int ROUNDS = 20;
    private static final int READS = 10_000;

    /** Measures a clock in some milliseconds; the best of several rounds, as anything else is noise. */
    public static ClockCost measure(NanoClock clock) {
        double bestReadNs = Double.MAX_VALUE;
        long smallestStepNs = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long firstNs = clock.nanoTime();
            long lastNs = firstNs;
            for (int i = 0; i < READS; i++) {
                long nowNs = clock.nanoTime();
                long stepNs = nowNs - lastNs;
                if (stepNs > 0 && stepNs < smallestStepNs) {
                    smallestStepNs = stepNs;
                }
                lastNs = nowNs;
            }
            bestReadNs = Math.min(bestReadNs, (double) (lastNs - firstNs) / READS);
        }
        return new ClockCost(bestReadNs, smallestStepNs);
    }
}
