package io.straggler.selftest.fault;

import io.straggler.diagnosis.budget.Cause;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * Right answers to a fault.
 *
 * @param named causes of which one must be the answer
 * @param attendant causes that the fault really brings along; they may answer for some of its time, but not be the answer
 */
public record ExpectedCauses(Set<Cause> named, Set<Cause> attendant) {
    /** Brought about at any time by the sampler and the JVM in a thread that runs; stacks tell them from everything else. */
    private static final EnumSet<Cause> ON_TOP = EnumSet.of(Cause.CAPTURE, Cause.ENTRY_BARRIER);

    /** Brought about by code that seldom runs and is therefore not fully compiled. */
    private static final EnumSet<Cause> COLD = with(ON_TOP, Cause.DEOPTIMIZATION, Cause.USUAL_WORK);

    /** Brought about by a call into the system or the JVM, and by the library's code around it. */
    private static final EnumSet<Cause> CALLING = with(COLD, Cause.CODE, Cause.ALLOCATION);

    /** Brought about by cold code that allocates, and so causes collections. */
    private static final EnumSet<Cause> ALLOCATING =
            with(COLD, Cause.VM_OPERATION, Cause.TIME_TO_SAFEPOINT, Cause.ALLOCATION);

    public ExpectedCauses {
        named = Collections.unmodifiableSet(copy(named));
        attendant = Collections.unmodifiableSet(copy(attendant));
    }

    private static EnumSet<Cause> copy(Set<Cause> causes) {
        return with(EnumSet.noneOf(Cause.class), causes.toArray(new Cause[0]));
    }

    private static EnumSet<Cause> with(EnumSet<Cause> causes, Cause... more) {
        EnumSet<Cause> all = EnumSet.copyOf(causes);
        Collections.addAll(all, more);
        return all;
    }

    private static ExpectedCauses of(EnumSet<Cause> attendant, Cause... named) {
        return new ExpectedCauses(with(EnumSet.noneOf(Cause.class), named), attendant);
    }

    /** No other cause may answer for any of the time. */
    static ExpectedCauses only(Cause... named) {
        return of(EnumSet.noneOf(Cause.class), named);
    }

    /** A wait, or code that is compiled. */
    static ExpectedCauses is(Cause... named) {
        return of(ON_TOP, named);
    }

    /** Code that seldom runs. */
    static ExpectedCauses cold(Cause... named) {
        return of(COLD, named);
    }

    /** A call into the system or the JVM, by code of a library that seldom runs. */
    static ExpectedCauses call(Cause... named) {
        return of(CALLING, named);
    }

    /** Code that seldom runs, and allocates. */
    static ExpectedCauses allocating(Cause... named) {
        return of(ALLOCATING, named);
    }

    /** Adds causes that may answer for some of the time. */
    ExpectedCauses or(Cause... more) {
        return new ExpectedCauses(named, with(copy(attendant), more));
    }

    /** Whether time that went to the fault may be given to this cause. */
    public boolean allow(Cause cause) {
        return named.contains(cause) || attendant.contains(cause);
    }
}
