package io.straggler.selftest.inject;

import java.util.EnumMap;
import java.util.Map;

/**
 * Injections as they happened: written by the measured thread without allocating, read when the run is over.
 *
 * <p>One row per injection of the plan. A row that was never ended belongs to an injection that did not take place.
 */
public final class TruthLog {
    /** Longest code of our own before or after an injection, a few microseconds even when cold; longer is the machine's doing. */
    private static final long MAX_SURROUNDING_NS = 30_000;

    private static final Part[] PARTS = Part.values();

    private final long[] intendedNs;
    private final long[] startNs;
    private final long[] endNs;
    private final boolean[] done;
    private final long[] parts;
    private int row;
    private long lateUntilNs;

    /** Share of a labelled iteration's time. */
    public enum Part {
        /** The injection itself. */
        INJECTED,
        /** Ordinary code, running. */
        CODE,
        /** The operation at a safepoint that was late. */
        SAFEPOINT,
        /** Taken by the machine. */
        DISTURBED
    }

    public TruthLog(int rows) {
        this.intendedNs = new long[rows];
        this.startNs = new long[rows];
        this.endNs = new long[rows];
        this.done = new boolean[rows];
        this.parts = new long[rows * PARTS.length];
    }

    /**
     * Begins a row.
     *
     * @param nowNs end of the late start, which is the machine's doing unless {@link #lateBecauseOfInjection} says otherwise
     */
    public void begin(int injection, long tagNs, long nowNs) {
        row = injection;
        intendedNs[row] = tagNs;
        lateUntilNs = nowNs;
        add(Part.DISTURBED, nowNs - tagNs);
    }

    /** Adds to a part of the current row; a negative time counts as zero. */
    public void add(Part part, long ns) {
        parts[at(row, part)] += Math.max(0, ns);
    }

    private static int at(int row, Part part) {
        return row * PARTS.length + part.ordinal();
    }

    /** Moves the part of the late start between the two instants from the machine to the injection. */
    void lateBecauseOfInjection(long fromNs, long toNs) {
        long overlapNs = Math.min(toNs, lateUntilNs) - Math.max(fromNs, intendedNs[row]);
        if (overlapNs > 0) {
            add(Part.INJECTED, overlapNs);
            parts[at(row, Part.DISTURBED)] -= overlapNs;
        }
    }

    public void end(long fromNs, long toNs) {
        startNs[row] = fromNs;
        endNs[row] = toNs;
        done[row] = true;
    }

    /** Adds the iteration's own code before and after the injection, which has just ended. */
    public void surround(long iterationStartNs, long nowNs) {
        if (done[row]) {
            surround(startNs[row] - iterationStartNs);
            surround(nowNs - endNs[row]);
        }
    }

    private void surround(long ns) {
        long runningNs = Math.min(ns, MAX_SURROUNDING_NS);
        add(Part.CODE, runningNs);
        add(Part.DISTURBED, ns - runningNs);
    }

    /** Whether the injection took place. */
    public boolean done(int injection) {
        return done[injection];
    }

    /** Returns the tag of the iteration. */
    public long intendedNs(int injection) {
        return intendedNs[injection];
    }

    public long startNs(int injection) {
        return startNs[injection];
    }

    public long endNs(int injection) {
        return endNs[injection];
    }

    /** Returns the parts of the iteration that took time. */
    public Map<Part, Long> partsNs(int injection) {
        Map<Part, Long> known = new EnumMap<>(Part.class);
        for (Part part : PARTS) {
            long ns = parts[at(injection, part)];
            if (ns > 0) {
                known.put(part, ns);
            }
        }
        return known;
    }
}
