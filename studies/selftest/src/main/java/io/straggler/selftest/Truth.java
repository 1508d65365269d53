package io.straggler.selftest;

import io.straggler.selftest.fault.Fault;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The truth of one labelled iteration, measured by clocks alone.
 *
 * @param intendedNs the iteration's tag
 * @param fault its label
 * @param wantedNs intended length of the injection
 * @param startNs when the injection began
 * @param endNs when it had ended
 * @param partsNs parts of the interval between: the label's own, and whatever is known of the rest
 */
public record Truth(long intendedNs, Fault fault, long wantedNs, long startNs, long endNs, Map<Fault, Long> partsNs) {
    public Truth {
        Map<Fault, Long> copy = new EnumMap<>(Fault.class);
        copy.putAll(partsNs);
        partsNs = Collections.unmodifiableMap(copy);
    }

    /** Returns this injection with the parts of the whole iteration. */
    Truth withParts(Map<Fault, Long> partsNs) {
        return new Truth(intendedNs, fault, wantedNs, startNs, endNs, partsNs);
    }

    /** Real length of the labelled fault; zero if it did not happen. */
    public long injectedNs() {
        return partsNs.getOrDefault(fault, 0L);
    }
}
