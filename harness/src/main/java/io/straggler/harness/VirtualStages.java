package io.straggler.harness;

import io.straggler.model.NanoClock;
import io.straggler.model.OpenStages;
import io.straggler.model.StageTime;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Open and recently closed stages of all virtual threads. There may be a new thread for each iteration, so no thread
 * has a log: open stages have places in one table, and closed ones go to one ring, which is overwritten.
 *
 * <p>Invariants of {@link #enter} and {@link Stage#close}: one reading of the clock each, no allocation, no lock, no I/O.
 *
 * <p>Memory order: a place belongs to the thread that swapped itself in. Its tag is there before its beginning is stored with release. An entry of the ring is complete before its
 * sequence number is stored with release; it has another number while it is overwritten.
 *
 * <p>Threads: {@link #enter} on virtual threads, {@link Stage#close} on the one that entered; the rest on any.
 */
final class VirtualStages implements OpenStages {
    /** Maximum number of open stages, a power of two. Of further ones nothing is recorded. */
    static final int PLACES = 1 << 12;

    /** Number of closed stages that are kept, a power of two. */
    static final int CAPACITY = 1 << 16;

    /** Number of places that a stage tries, from the one on that its tag leads to. */
    private static final int TRIES = 64;

    private static final int STRIDE = 6;
    private static final int SEQUENCE = 0;
    private static final int THREAD = 1;
    private static final int TAG = 2;
    private static final int FROM = 3;
    private static final int TO = 4;

    /** The entry before with the same place in the index. */
    private static final int PREVIOUS = 5;

    private static final long NONE = -1;

    /** Maximum number of entries that are looked at for one tag. */
    private static final int MAX_LOOKS = 256;

    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle THREADS = MethodHandles.arrayElementVarHandle(Thread[].class);

    private final NanoClock clock;
    private final Place[] places = new Place[PLACES];

    /** Owners of the places; null where one is free. */
    private final @Nullable Thread[] owners = new Thread[PLACES];

    private final long[] tags = new long[PLACES];

    /** Beginnings of the open stages; 0 where none is open. */
    private final long[] fromNs = new long[PLACES];

    private final long[] entries = new long[CAPACITY * STRIDE];
    private final long[] newestByTag = new long[CAPACITY];
    private final AtomicLong closed = new AtomicLong();
    private final AtomicLong leftOut = new AtomicLong();
    private final AtomicLong neverClosed = new AtomicLong();

    VirtualStages(NanoClock clock) {
        this.clock = clock;
        Arrays.setAll(places, Place::new);
        Arrays.fill(newestByTag, NONE);
        for (int i = 0; i < CAPACITY; i++) {
            entries[i * STRIDE + SEQUENCE] = NONE;
        }
    }

    /** An open stage. */
    private final class Place implements Stage {
        private final int place;

        private Place(int place) {
            this.place = place;
        }

        @Override
        public void close() {
            Thread current = Thread.currentThread();
            if (THREADS.getOpaque(owners, place) == current) {
                long beganNs = fromNs[place];
                LONGS.setRelease(fromNs, place, 0L);
                add(current.getId(), tags[place], beganNs, clock.nanoTime());
                THREADS.setRelease(owners, place, null);
            }
        }
    }

    /** The calling thread begins to work on an iteration. */
    Stage enter(long tag) {
        Thread current = Thread.currentThread();
        int first = StageLog.spread(tag, PLACES);
        for (int i = 0; i < TRIES; i++) {
            int place = first + i & PLACES - 1;
            if (THREADS.getOpaque(owners, place) == null && THREADS.compareAndSet(owners, place, null, current)) {
                return open(place, tag);
            }
        }
        return enterInsteadOfEnded(first, tag, current);
    }

    private Stage open(int place, long tag) {
        tags[place] = tag;
        LONGS.setRelease(fromNs, place, clock.nanoTime());
        return places[place];
    }

    /** Takes the place of a thread that has ended without closing its stage, if there is one. */
    private Stage enterInsteadOfEnded(int first, long tag, Thread current) {
        for (int i = 0; i < TRIES; i++) {
            int place = first + i & PLACES - 1;
            Thread owner = thread(place);
            if (owner != null && !owner.isAlive() && THREADS.compareAndSet(owners, place, owner, current)) {
                neverClosed.incrementAndGet();
                // The beginning that was left behind would be taken for that of the new tag.
                LONGS.setRelease(fromNs, place, 0L);
                VarHandle.storeStoreFence();
                return open(place, tag);
            }
        }
        leftOut.incrementAndGet();
        return Stage.NONE;
    }

    private void add(long javaThreadId, long tag, long fromNs, long toNs) {
        long sequence = closed.getAndIncrement();
        int entry = entry(sequence);
        LONGS.setOpaque(entries, entry + SEQUENCE, NONE);
        VarHandle.storeStoreFence();
        entries[entry + THREAD] = javaThreadId;
        entries[entry + TAG] = tag;
        entries[entry + FROM] = fromNs;
        entries[entry + TO] = toNs;
        entries[entry + PREVIOUS] = (long) LONGS.getAndSet(newestByTag, StageLog.spread(tag, CAPACITY), sequence);
        LONGS.setRelease(entries, entry + SEQUENCE, sequence);
    }

    /**
     * Adds when virtual threads worked on an iteration.
     *
     * @param untilNs the iteration's end, which a stage that is still open gets
     */
    void find(long tag, long untilNs, List<StageTime> found) {
        int first = StageLog.spread(tag, PLACES);
        for (int i = 0; i < TRIES; i++) {
            findOpen(first + i & PLACES - 1, tag, untilNs, found);
        }
        long sequence = (long) LONGS.getAcquire(newestByTag, StageLog.spread(tag, CAPACITY));
        for (int look = 0; sequence != NONE && look < MAX_LOOKS; look++) {
            int entry = entry(sequence);
            if ((long) LONGS.getAcquire(entries, entry + SEQUENCE) != sequence) {
                return;
            }
            long thread = entries[entry + THREAD];
            long itsTag = entries[entry + TAG];
            long fromNs = entries[entry + FROM];
            long toNs = entries[entry + TO];
            long previous = entries[entry + PREVIOUS];
            VarHandle.loadLoadFence();
            if ((long) LONGS.getOpaque(entries, entry + SEQUENCE) != sequence) {
                return;
            }
            if (itsTag == tag && fromNs < untilNs) {
                found.add(new StageTime(thread, StageTime.UNKNOWN_NS, fromNs, Math.min(toNs, untilNs)));
            }
            sequence = previous;
        }
    }

    private void findOpen(int place, long tag, long untilNs, List<StageTime> found) {
        long beganNs = fromNs(place);
        Thread owner = thread(place);
        boolean ofTag = tags[place] == tag;
        VarHandle.loadLoadFence();
        if (beganNs != 0 && beganNs < untilNs && owner != null && ofTag && fromNs(place) == beganNs) {
            found.add(new StageTime(owner.getId(), StageTime.UNKNOWN_NS, beganNs, untilNs));
        }
    }

    /** Stages so far that threads have left behind open, and whose places others have got. */
    long neverClosed() {
        return neverClosed.get();
    }

    /** Stages so far that were not recorded, because too many were open. */
    long leftOut() {
        return leftOut.get();
    }

    @Override
    public int places() {
        return PLACES;
    }

    @Override
    public int nextOpen(int place) {
        long[] began = fromNs;
        int next = place;
        // Opaque readings would keep the loop from being unrolled; a stage that is overlooked is found by the next
        // look.
        while (next < began.length && began[next] == 0) {
            next++;
        }
        return next;
    }

    @Override
    public long fromNs(int place) {
        return (long) LONGS.getAcquire(fromNs, place);
    }

    @Override
    public long tagNs(int place) {
        return tags[place];
    }

    @Override
    public @Nullable Thread thread(int place) {
        return (Thread) THREADS.getAcquire(owners, place);
    }

    private static int entry(long sequence) {
        return ((int) sequence & CAPACITY - 1) * STRIDE;
    }
}
