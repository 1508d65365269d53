package io.straggler.model.hook;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The one cell through which a pacing thread shows a sampler which iteration is in flight.
 *
 * <p>Invariants of the writing side: no allocation, no lock, no read-modify-write; two release stores to begin an
 * iteration and one to end it. {@code PacingCostBenchmark} measures them.
 *
 * <p>Protocol. {@code phase} is positive while an iteration runs (its start, relative to the cell's origin) and negative
 * while nothing does (the next intended start, negated). {@code tag} is stored before {@code phase} on begin, and all
 * stores are releases, so they become visible in program order. A reader takes {@code phase}, {@code tag},
 * {@code phase} with acquire loads: if both phases agree, the tag belongs to them, because every iteration has another
 * start.
 */
public final class InFlightCell extends InFlightCellRightPad implements InFlight {
    private static final VarHandle PHASE;
    private static final VarHandle TAG;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            PHASE = lookup.findVarHandle(InFlightCellFields.class, "phase", long.class);
            TAG = lookup.findVarHandle(InFlightCellFields.class, "tag", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** A clock value earlier than any that will be published: keeps phases away from zero and from sign trouble. */
    private final long originNs;

    /** @param nowNs any current reading of the clock; nothing may be published that is earlier */
    public InFlightCell(long nowNs) {
        this.originNs = nowNs - 1;
        PHASE.setRelease(this, Long.MIN_VALUE + 1);
    }

    /** Publishes that the iteration tagged {@code intendedNs} started at {@code startNs}. Pacing thread only. */
    public void begin(long intendedNs, long startNs) {
        TAG.setRelease(this, intendedNs);
        PHASE.setRelease(this, startNs - originNs);
    }

    /** Publishes that nothing is in flight until {@code nextIntendedNs}, which may be past. Pacing thread only. */
    public void end(long nextIntendedNs) {
        long untilNs = nextIntendedNs - originNs;
        PHASE.setRelease(this, untilNs > 0 ? -untilNs : -1L);
    }

    /** Publishes that nothing will be in flight until the next {@link #begin}, however far away. Pacing thread only. */
    public void rest() {
        PHASE.setRelease(this, Long.MIN_VALUE + 1);
    }

    @Override
    public void read(InFlightView view) {
        long before;
        long intended;
        long after = (long) PHASE.getAcquire(this);
        do {
            before = after;
            intended = (long) TAG.getAcquire(this);
            after = (long) PHASE.getAcquire(this);
        } while (before != after);
        if (after > 0) {
            view.setBusy(intended, after + originNs);
        } else {
            view.setIdle(after == Long.MIN_VALUE + 1 ? Long.MAX_VALUE : originNs - after);
        }
    }
}

/** 128 bytes on either side: two cache lines, because the adjacent-line prefetcher fetches them in pairs. */
abstract class InFlightCellLeftPad {
    long l01, l02, l03, l04, l05, l06, l07, l08, l09, l10, l11, l12, l13, l14, l15, l16;
}

abstract class InFlightCellFields extends InFlightCellLeftPad {
    long phase;
    long tag;
}

abstract class InFlightCellRightPad extends InFlightCellFields {
    long r01, r02, r03, r04, r05, r06, r07, r08, r09, r10, r11, r12, r13, r14, r15, r16;
}
