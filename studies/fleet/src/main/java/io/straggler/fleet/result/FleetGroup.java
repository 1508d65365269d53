package io.straggler.fleet.result;

import io.straggler.compare.result.DiagnosisSums;
import io.straggler.model.Series;
import java.util.List;

/**
 * All recordings that have something in common.
 *
 * @param name what they have in common
 * @param recordings how many there are
 * @param hosts on how many hosts
 * @param iterations how many iterations, over all of them
 * @param outliers how many of these were outliers
 * @param latency percentiles of all iterations, from one histogram of all of them
 * @param diagnosis of all outliers; its stacks are those that were kept
 * @param cutNs time that counts for a caller in these stacks, because the callee was too light or too deep to be kept
 * @param coverage what the stacks can speak for
 * @param worst the worst outliers, the worst first
 */
public record FleetGroup(
        String name,
        long recordings,
        long hosts,
        long iterations,
        long outliers,
        List<Series> latency,
        DiagnosisSums diagnosis,
        long cutNs,
        StackCoverage coverage,
        List<FleetOutlier> worst) {
    public FleetGroup {
        latency = List.copyOf(latency);
        worst = List.copyOf(worst);
    }

    /**
     * Coverage by the stacks of all recordings together.
     *
     * @param ranLong how many outliers ran long enough for a stack to be expected
     * @param withStack how many of them have one
     */
    public record StackCoverage(long ranLong, long withStack) {}

    /** Returns the mean time in nanoseconds that an iteration loses in outliers. */
    public double perIterationNs() {
        return iterations == 0 ? 0 : diagnosis.latencyNs() / (double) iterations;
    }
}
