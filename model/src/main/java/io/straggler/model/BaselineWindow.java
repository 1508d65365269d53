package io.straggler.model;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The stretches of time in which a sampler disturbed the measured thread on purpose, to see what a normal iteration looks
 * like. A recorder asks it which iterations to keep out of the series.
 *
 * <p>Threads: one sampler thread opens and closes windows, one recorder thread asks. Neither waits for the other.
 *
 * <p>Contract: a window is open before the disturbance begins and is closed after it ended. {@link #settledUntil} tells how
 * far the recorder may judge; up to there {@link #touches} is final, as long as fewer than {@value #CAPACITY} windows were
 * opened since.
 */
public final class BaselineWindow {
    private static final int CAPACITY = 4096;
    private static final VarHandle OPENED;
    private static final VarHandle CLOSED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            OPENED = lookup.findVarHandle(BaselineWindow.class, "opened", long.class);
            CLOSED = lookup.findVarHandle(BaselineWindow.class, "closed", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long[] fromNs = new long[CAPACITY];
    private final long[] toNs = new long[CAPACITY];
    private long opened;
    private long closed;

    /** Opens a window that starts at {@code nowNs}. Sampler thread only. */
    public void open(long nowNs) {
        fromNs[(int) (opened & (CAPACITY - 1))] = nowNs;
        OPENED.setRelease(this, opened + 1);
    }

    /** Closes the window that is open. Sampler thread only. */
    public void close(long nowNs) {
        toNs[(int) (closed & (CAPACITY - 1))] = nowNs;
        CLOSED.setRelease(this, closed + 1);
    }

    /** The instant up to which the recorder may judge now: {@code nowNs}, or the start of the window that is open. */
    public long settledUntil(long nowNs) {
        long closedNow = (long) CLOSED.getAcquire(this);
        long openedNow = (long) OPENED.getAcquire(this);
        return openedNow == closedNow ? nowNs : fromNs[(int) (closedNow & (CAPACITY - 1))];
    }

    /** Whether {@code [startNs, endNs]} overlaps a closed window that is still remembered. Recorder thread only. */
    public boolean touches(long startNs, long endNs) {
        long closedNow = (long) CLOSED.getAcquire(this);
        // The oldest slot is the one that an opening window overwrites.
        long oldest = Math.max(0, closedNow - CAPACITY + 1);
        for (long k = closedNow - 1; k >= oldest; k--) {
            int slot = (int) (k & (CAPACITY - 1));
            if (toNs[slot] - startNs < 0) {
                return false;
            }
            if (fromNs[slot] - endNs <= 0) {
                return true;
            }
        }
        return false;
    }
}
