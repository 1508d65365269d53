package io.straggler.selftest;

import io.straggler.diagnosis.budget.Cause;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which causes are right for a fault: the one place where faults and causes meet.
 *
 * <p>Causes are given by their names, so that one which this version of the diagnosis does not know is merely never found.
 *
 * @param named causes of which one must be the answer
 * @param attendant causes that the fault really brings along, and that may answer for some of its time, but not be the answer
 */
public record ExpectedCauses(Set<Cause> named, Set<Cause> attendant) {
    /** What the sampler and the JVM may do at any time to a thread that runs: the stack tells it from everything else. */
    private static final String ON_TOP = "CAPTURE ENTRY_BARRIER";

    private static final Map<Fault, ExpectedCauses> TABLE = new EnumMap<>(Fault.class);

    static {
        // A collection is asked for as an operation in a safepoint, to which all threads have to come.
        put(Fault.GC, "GC_PAUSE", "VM_OPERATION TIME_TO_SAFEPOINT");
        // Allocating brings collections about, and whoever sees one is right.
        put(Fault.ALLOCATION, "ALLOCATION GC_PAUSE", "VM_OPERATION TIME_TO_SAFEPOINT PAGE_FAULT " + ON_TOP);
        put(Fault.SAFEPOINT, "VM_OPERATION", "TIME_TO_SAFEPOINT");
        put(Fault.TIME_TO_SAFEPOINT, "TIME_TO_SAFEPOINT", "");
        put(Fault.MONITOR, "MONITOR", ON_TOP);
        put(Fault.PARK, "PARK", ON_TOP);
        put(Fault.SLEEP, "SLEEP", ON_TOP);
        put(Fault.FILE, "FILE_IO", ON_TOP);
        put(Fault.SOCKET, "SOCKET_IO", ON_TOP);
        put(Fault.HOG, "RUN_QUEUE", "");
        put(Fault.STOPPED, "STOPPED", "");
        put(Fault.FIRST_TOUCH, "PAGE_FAULT", ON_TOP);
        put(Fault.CLASS_LOADING, "CLASS_LOADING", ON_TOP);
        put(Fault.DEOPTIMIZATION, "DEOPTIMIZATION", ON_TOP);
        put(Fault.SLOW_CODE, "CODE", "USUAL_WORK " + ON_TOP);
        put(Fault.BURST, "LOAD", "");
        put(Fault.PLACEBO, "", "USUAL_WORK");
        // The thread did not run, or not in time, and that is all that is known: not who ran instead, nor whether a
        // stack was taken.
        put(Fault.DISTURBED, "RUN_QUEUE COMPILATION THROTTLING STEAL DISPATCH", "CAPTURE");
    }

    public ExpectedCauses {
        named = Set.copyOf(named);
        attendant = Set.copyOf(attendant);
    }

    private static void put(Fault fault, String named, String attendant) {
        TABLE.put(fault, new ExpectedCauses(known(named), known(attendant)));
    }

    private static Set<Cause> known(String names) {
        return Arrays.stream(Cause.values())
                .filter(cause -> Stream.of(names.split(" ")).anyMatch(cause.name()::equals))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** What is right for a fault. */
    public static ExpectedCauses of(Fault fault) {
        return TABLE.get(fault);
    }

    /** Whether time that went to this fault may be given to this cause. */
    boolean allow(Cause cause) {
        return named.contains(cause) || attendant.contains(cause);
    }
}
