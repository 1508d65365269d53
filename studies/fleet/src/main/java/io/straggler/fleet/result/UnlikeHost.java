package io.straggler.fleet.result;

import io.straggler.diagnosis.budget.Cause;

/**
 * A host that loses certainly more to a cause than the others do.
 *
 * @param host its name
 * @param cause of those that it loses more to, the one that costs it most
 * @param perIterationNs what an iteration loses to it there, on average
 * @param usualNs the same of the host in the middle
 * @param chance that any of the hosts would stand out as far in a fleet in which none is special
 */
public record UnlikeHost(String host, Cause cause, double perIterationNs, double usualNs, double chance) {
    /** Returns the time in nanoseconds that it costs an iteration to run there. */
    public double excessNs() {
        return perIterationNs - usualNs;
    }
}
