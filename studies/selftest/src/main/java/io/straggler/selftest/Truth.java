package io.straggler.selftest;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What really happened in one labelled iteration, measured by clocks alone.
 *
 * @param intendedNs the iteration's tag
 * @param fault its label
 * @param wantedNs how long the injection was meant to be
 * @param startNs when the injection began
 * @param endNs when it had ended
 * @param partsNs what the interval between consists of: the label's own share, and what else is known of the rest
 */
public record Truth(long intendedNs, Fault fault, long wantedNs, long startNs, long endNs, Map<Fault, Long> partsNs) {
    public Truth {
        Map<Fault, Long> copy = new EnumMap<>(Fault.class);
        copy.putAll(partsNs);
        partsNs = Collections.unmodifiableMap(copy);
    }

    /** The same injection in an iteration that consists of more. */
    Truth withParts(Map<Fault, Long> partsNs) {
        return new Truth(intendedNs, fault, wantedNs, startNs, endNs, partsNs);
    }

    /** How long the labelled fault really took. Zero if it did not happen. */
    public long injectedNs() {
        return partsNs.getOrDefault(fault, 0L);
    }
}
