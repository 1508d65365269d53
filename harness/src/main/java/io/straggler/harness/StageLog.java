package io.straggler.harness;

import io.straggler.model.NanoClock;
import io.straggler.model.StageTime;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;

/**
 * Which iterations one thread worked on, and when: a ring that is overwritten, and an index into it by tag.
 *
 * <p>Invariants of {@link #enter} and {@link #close}: one reading of the clock each, no allocation, no lock, no I/O, no read-modify-write. {@code StageCostBenchmark} measures
 * them.
 *
 * <p>Memory order: an entry is complete before {@code count} is stored with release; its end is stored with release when the stage is closed. A reader looks at {@code count}
 * again after it has read an entry, and drops it if that may have been overwritten meanwhile.
 *
 * <p>Threads: {@link #enter} and {@link #close} are for the owner, {@link #find} is for any.
 */
final class StageLog implements Stage {
    /** Number of stages that are kept, a power of two. */
    static final int CAPACITY = 1 << 13;

    /** Maximum number of open stages within each other. */
    static final int MAX_DEPTH = 16;

    private static final int STRIDE = 5;
    private static final int TAG = 0;
    private static final int FREE_SINCE = 1;
    private static final int FROM = 2;
    private static final int TO = 3;

    /** The entry before with the same place in the index. */
    private static final int PREVIOUS = 4;

    private static final long NONE_BEFORE = -1;

    /** Maximum number of entries that are looked at for one tag. */
    private static final int MAX_LOOKS = 64;

    /** The golden ratio: spreads tags, which are multiples of an interval, over the index (Knuth, volume 3, 6.4). */
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle COUNT;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(StageLog.class, "count", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Thread owner;
    private final NanoClock clock;
    private final long[] entries = new long[CAPACITY * STRIDE];
    private final long[] newestByTag = new long[CAPACITY];
    private final long[] open = new long[MAX_DEPTH];
    private int depth;
    private long freeSinceNs;
    private volatile long neverClosed;

    @SuppressWarnings("unused") // by COUNT
    private long count;

    StageLog(Thread owner, NanoClock clock) {
        this.owner = owner;
        this.clock = clock;
        this.freeSinceNs = clock.nanoTime();
        Arrays.fill(newestByTag, NONE_BEFORE);
    }

    Thread owner() {
        return owner;
    }

    /** Stages that were left behind open, because too many were within each other. */
    long neverClosed() {
        return neverClosed;
    }

    Stage enter(long tag) {
        long nowNs = clock.nanoTime();
        if (depth == MAX_DEPTH) {
            neverClosed += depth;
            depth = 0;
        }
        long sequence = count;
        int entry = entry(sequence);
        int place = spread(tag, CAPACITY);
        // Orders the stored count before the entry: a reader that sees parts of this entry also sees that the
        // overwritten one is gone.
        VarHandle.storeStoreFence();
        entries[entry + TAG] = tag;
        entries[entry + FREE_SINCE] = depth == 0 ? freeSinceNs : nowNs;
        entries[entry + FROM] = nowNs;
        LONGS.setOpaque(entries, entry + TO, 0L);
        entries[entry + PREVIOUS] = newestByTag[place];
        LONGS.setRelease(newestByTag, place, sequence);
        COUNT.setRelease(this, sequence + 1);
        open[depth++] = sequence;
        return this;
    }

    @Override
    public void close() {
        if (depth == 0 || Thread.currentThread() != owner) {
            return;
        }
        long nowNs = clock.nanoTime();
        long sequence = open[--depth];
        freeSinceNs = nowNs;
        if (count - sequence <= CAPACITY) {
            LONGS.setRelease(entries, entry(sequence) + TO, nowNs);
        }
    }

    /**
     * Adds when the owner worked on an iteration.
     *
     * @param untilNs the iteration's end, which a stage that is still open gets
     */
    void find(long tag, long untilNs, List<StageTime> found) {
        long sequence = (long) LONGS.getAcquire(newestByTag, spread(tag, CAPACITY));
        for (int look = 0; sequence != NONE_BEFORE && look < MAX_LOOKS; look++) {
            int entry = entry(sequence);
            long itsTag = entries[entry + TAG];
            long freeNs = entries[entry + FREE_SINCE];
            long fromNs = entries[entry + FROM];
            long toNs = (long) LONGS.getAcquire(entries, entry + TO);
            long previous = entries[entry + PREVIOUS];
            VarHandle.loadLoadFence();
            // The owner writes an entry before it counts it.
            if ((long) COUNT.getAcquire(this) - sequence >= CAPACITY) {
                return;
            }
            if (itsTag == tag && fromNs < untilNs) {
                found.add(new StageTime(owner.getId(), freeNs, fromNs, toNs == 0 ? untilNs : Math.min(toNs, untilNs)));
            }
            sequence = previous;
        }
    }

    private static int entry(long sequence) {
        return ((int) sequence & CAPACITY - 1) * STRIDE;
    }

    /**
     * A place for a tag in an index.
     *
     * @param size of the index, a power of two
     */
    static int spread(long tag, int size) {
        return (int) (tag * SPREAD >>> Long.SIZE - Integer.numberOfTrailingZeros(size));
    }
}
