package io.straggler.cli.selftest;

import io.straggler.selftest.fault.Fault;
import io.straggler.selftest.fault.Regime;
import java.util.List;

/**
 * Plan of a self test.
 *
 * @param seeds one run each
 * @param regime what surrounds the faults
 * @param faults to inject, in the order of the table
 * @param each how often each, for each seed
 * @param sensitivity whether to try the rules with other numbers
 * @param jvmArguments for the measured JVMs, after ours
 */
record SelftestPlan(
        List<Long> seeds, Regime regime, List<Fault> faults, int each, boolean sensitivity, List<String> jvmArguments) {
    SelftestPlan {
        seeds = List.copyOf(seeds);
        faults = List.copyOf(faults);
        jvmArguments = List.copyOf(jvmArguments);
    }

    /** Returns the faults that are injected into a steady run; a burst needs a separate run. */
    List<Fault> injected() {
        return faults.stream().filter(fault -> fault != Fault.BURST).toList();
    }

    boolean bursts() {
        return faults.contains(Fault.BURST);
    }
}
