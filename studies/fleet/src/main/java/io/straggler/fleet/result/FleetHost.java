package io.straggler.fleet.result;

import io.straggler.diagnosis.budget.Cause;
import java.util.Optional;

/**
 * One host in figures.
 *
 * @param host its name
 * @param recordings how many there are of it
 * @param iterations over all of them
 * @param outliers how many of these were outliers
 * @param latencyNs of all outliers in sum
 * @param p50Ns half of the iterations took no longer
 * @param p99Ns 99 of 100 took no longer
 * @param p999Ns 999 of 1,000 took no longer
 * @param maxNs the longest
 * @param cause what took most of the latency of outliers; empty without any
 * @param worstSource the recording with its worst outlier; empty without any
 */
public record FleetHost(
        String host,
        long recordings,
        long iterations,
        long outliers,
        long latencyNs,
        long p50Ns,
        long p99Ns,
        long p999Ns,
        long maxNs,
        Optional<Cause> cause,
        String worstSource) {
    /** Returns the mean time in nanoseconds that an iteration loses in outliers. */
    public double perIterationNs() {
        return iterations == 0 ? 0 : latencyNs / (double) iterations;
    }
}
