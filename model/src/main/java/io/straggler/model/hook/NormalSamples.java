package io.straggler.model.hook;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Normal iterations chosen for a stack, so that the recorder can subtract the cost of the capture.
 *
 * <p>Threads: the pacing thread plans a capture before its iteration starts; the recorder thread asks once the iteration is over. Neither
 * waits for the other.
 */
public final class NormalSamples {
    private static final int CAPACITY = 256;
    private static final VarHandle PLANNED;

    static {
        try {
            PLANNED = MethodHandles.lookup().findVarHandle(NormalSamples.class, "planned", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long[] intendedNs = new long[CAPACITY];
    private final long[] atNs = new long[CAPACITY];
    private volatile long captureNs;
    private long planned;

    /** The oldest that an iteration may still be asked of. Recorder thread only. */
    private long oldest;

    /** Says what a capture takes from its thread, by measurement. Before the run. */
    public void cost(long ns) {
        captureNs = ns;
    }

    /**
     * A stack will be taken at {@code momentNs} if the iteration tagged {@code tagNs} is still running. Pacing thread only, in order of tags.
     */
    public void plan(long tagNs, long momentNs) {
        int slot = (int) (planned & (CAPACITY - 1));
        intendedNs[slot] = tagNs;
        atNs[slot] = momentNs;
        PLANNED.setRelease(this, planned + 1);
    }

    /**
     * Returns the time in nanoseconds that a capture took from an iteration; zero for nearly all. Recorder thread only.
     *
     * @param horizonNs how much earlier the tags of iterations may be that are still to be asked of
     */
    public long tookNs(long tagNs, long endNs, long horizonNs) {
        long until = (long) PLANNED.getAcquire(this);
        // The oldest slot may be written just now.
        oldest = Math.max(oldest, until - CAPACITY + 1);
        while (oldest < until && intendedNs[(int) (oldest & (CAPACITY - 1))] - tagNs < -horizonNs) {
            oldest++;
        }
        for (long k = oldest; k < until; k++) {
            int slot = (int) (k & (CAPACITY - 1));
            if (intendedNs[slot] == tagNs) {
                return endNs - atNs[slot] >= 0 ? captureNs : 0;
            }
            if (intendedNs[slot] - tagNs > 0) {
                return 0;
            }
        }
        return 0;
    }
}
