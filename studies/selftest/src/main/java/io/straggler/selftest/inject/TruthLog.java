package io.straggler.selftest.inject;

import io.straggler.selftest.Fault;
import io.straggler.selftest.Truth;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What was done, as it is done: written by the measured thread without allocating, read when the run is over.
 *
 * <p>One row per injection of the plan. A row that was never begun belongs to an injection that did not take place.
 */
public final class TruthLog {
    private static final int COLUMNS = Fault.values().length;

    /** A few microseconds of code, cold as it is; if it took longer, something came in between. */
    private static final long LONGEST_SURROUNDING_NS = 30_000;

    private final List<PlannedInjection> injections;
    private final long[] intendedNs;
    private final long[] startNs;
    private final long[] endNs;
    private final boolean[] done;
    private final long[] parts;
    private int row;
    private long lateUntilNs;

    public TruthLog(List<PlannedInjection> injections) {
        this.injections = injections;
        this.intendedNs = new long[injections.size()];
        this.startNs = new long[injections.size()];
        this.endNs = new long[injections.size()];
        this.done = new boolean[injections.size()];
        this.parts = new long[injections.size() * COLUMNS];
    }

    /** @param nowNs how late it begins is the machine's doing, unless {@link #lateBecauseOf} says otherwise */
    public void begin(PlannedInjection injection, long tagNs, long nowNs) {
        row = injection.index();
        intendedNs[row] = tagNs;
        lateUntilNs = nowNs;
        add(Fault.DISTURBED, nowNs - tagNs);
    }

    /** So much of the injection was that. */
    public void add(Fault fault, long ns) {
        parts[row * COLUMNS + fault.ordinal()] += Math.max(0, ns);
    }

    /** What of the late start lies between the two instants was the fault's doing, and not the machine's. */
    void lateBecauseOf(Fault fault, long fromNs, long toNs) {
        long overlapNs = Math.min(toNs, lateUntilNs) - Math.max(fromNs, intendedNs[row]);
        if (overlapNs > 0) {
            add(fault, overlapNs);
            parts[row * COLUMNS + Fault.DISTURBED.ordinal()] -= overlapNs;
        }
    }

    public void end(long fromNs, long toNs) {
        startNs[row] = fromNs;
        endNs[row] = toNs;
        done[row] = true;
    }

    /** The iteration's own code before and after the injection, which has just been written down. */
    public void surround(long iterationStartNs, long nowNs) {
        if (done[row]) {
            surround(startNs[row] - iterationStartNs);
            surround(nowNs - endNs[row]);
        }
    }

    private void surround(long ns) {
        long runningNs = Math.min(ns, LONGEST_SURROUNDING_NS);
        add(Fault.SLOW_CODE, runningNs);
        add(Fault.DISTURBED, ns - runningNs);
    }

    public List<Truth> truths() {
        List<Truth> truths = new ArrayList<>();
        for (PlannedInjection injection : injections) {
            int i = injection.index();
            if (done[i]) {
                truths.add(new Truth(
                        intendedNs[i], injection.fault(), injection.sizeNs(), startNs[i], endNs[i], partsOf(i)));
            }
        }
        return truths;
    }

    private Map<Fault, Long> partsOf(int i) {
        Map<Fault, Long> known = new EnumMap<>(Fault.class);
        for (Fault fault : Fault.values()) {
            long ns = parts[i * COLUMNS + fault.ordinal()];
            if (ns > 0) {
                known.put(fault, ns);
            }
        }
        return known;
    }
}
