package io.straggler.sampler.usage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Ring of numbers by which the pacing thread passes due captures to the sampler thread.
 *
 * <p>Threads: the pacing thread adds, without allocating or waiting; when the ring is full the entry is counted and lost. The sampler
 * thread takes.
 */
public final class LateLog {
    /** The tag of the iteration. */
    public static final int TAG = 0;

    public static final int THREAD = 1;

    /** When a capture of a normal iteration was due, or 0. */
    public static final int NORMAL = 2;

    /** When the first capture for being late was due. */
    public static final int DUE = 3;

    /** Between that and the next; 0 if there was only one. */
    public static final int INTERVAL = 4;

    /** When the iteration had ended. */
    public static final int END = 5;

    /** Two readings of the thread's usage; their times are 0 where there is none. */
    public static final int BEFORE = 6;

    public static final int AFTER = BEFORE + UsageSource.VALUES;
    public static final int VALUES = AFTER + UsageSource.VALUES;

    private static final int CAPACITY = 1 << 12;
    private static final VarHandle HEAD;
    private static final VarHandle TAIL;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            HEAD = lookup.findVarHandle(LateLog.class, "head", long.class);
            TAIL = lookup.findVarHandle(LateLog.class, "tail", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long[] slots;
    private final int capacity;
    private long head;
    private long tail;
    private volatile long lost;

    public LateLog() {
        this(CAPACITY);
    }

    /** @param capacity entries, a power of two */
    LateLog(int capacity) {
        this.capacity = capacity;
        this.slots = new long[capacity * VALUES];
    }

    /** Adds an entry. Pacing thread only. */
    public void add(long[] entry) {
        long at = head;
        if (at - (long) TAIL.getAcquire(this) >= capacity) {
            lost = lost + 1;
            return;
        }
        System.arraycopy(entry, 0, slots, (int) (at & (capacity - 1)) * VALUES, VALUES);
        HEAD.setRelease(this, at + 1);
    }

    /** Whether there is none to take. Sampler thread only. */
    public boolean empty() {
        return tail == (long) HEAD.getAcquire(this);
    }

    /**
     * Takes the oldest entry. Sampler thread only.
     *
     * @return false if there is none
     */
    public boolean take(long[] entry) {
        long at = tail;
        if (at == (long) HEAD.getAcquire(this)) {
            return false;
        }
        System.arraycopy(slots, (int) (at & (capacity - 1)) * VALUES, entry, 0, VALUES);
        TAIL.setRelease(this, at + 1);
        return true;
    }

    /** Entries that found no room. */
    public long lost() {
        return lost;
    }
}
