package io.straggler.fleet.result;

import io.straggler.diagnosis.budget.Cause;
import java.util.List;

/**
 * Culprits of all recordings that were slow for the same reason at the same place.
 *
 * @param cause what took most of their excess
 * @param where the place; empty when it is not known
 * @param culprits how many
 * @param delayCausedNs all lateness that they caused, their own included
 * @param othersNs the part of it that others waited
 * @param delayed how many outliers waited for one of them
 * @param hosts on how many hosts it happened
 * @param worstHosts those on which it caused the most delay, the most first
 */
public record FleetSite(
        Cause cause,
        String where,
        long culprits,
        long delayCausedNs,
        long othersNs,
        long delayed,
        long hosts,
        List<HostShare> worstHosts) {
    public FleetSite {
        worstHosts = List.copyOf(worstHosts);
    }

    /** The part of the delay that was caused on one host. */
    public record HostShare(String host, long delayCausedNs) {}
}
