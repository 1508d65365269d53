package io.straggler.harness;

import io.straggler.model.hook.InFlight;
import io.straggler.model.hook.InFlightView;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The ring of iterations between the pacing thread, which writes, and the recorder thread, which reads them and does all the
 * rest: histograms, busy periods, outliers.
 *
 * <p>Invariants of the pacing side ({@link #reserve}, {@link #add}, {@link #open}): no allocation, no lock, no I/O, no
 * read-modify-write. {@code PacingCostBenchmark} measures them, {@code PacerAllocationTest} counts the bytes.
 *
 * <p>An iteration takes {@value #STRIDE} longs, half a cache line: intended start, start, the instant since which the pacing
 * thread had been free, and end. A synchronous iteration is added when it is over. An asynchronous one is opened before it
 * runs, with the complement of its sequence number for an end, so that a completer which comes too late, when the slot has
 * been reused, cannot mistake one for the other.
 *
 * <p>Memory order: {@code head} is stored with release after the slot is written and read with acquire; {@code tail} likewise
 * in the other direction. {@code end} of an asynchronous iteration is swapped in by whoever completes it.
 */
final class IterationLog implements InFlight {
    private static final int STRIDE = 4;
    private static final int INTENDED = 0;
    private static final int START = 1;
    private static final int FREE_SINCE = 2;
    private static final int END = 3;

    /** The counters lie 128 bytes apart in one array: no two of them share a cache line or a prefetched pair. */
    private static final int HEAD = 16;

    private static final int TAIL = 48;
    private static final int NEXT_INTENDED = 80;
    private static final int COUNTERS = 112;

    /** Number of longs for the threads of an asynchronous iteration, in a second array. */
    private static final int HAND_OVER_STRIDE = 2;

    private static final int RETURNED = 0;
    private static final int COMPLETED_BY = 1;

    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

    /** An end that the recorder has already. Ends are relative to the origin and positive, open ones are negative. */
    private static final long REPORTED = 0;

    /**
     * Bound below which an end means "given up": the instant, relative to the origin, is added to {@code
     * Long.MIN_VALUE}.
     */
    private static final long OPEN = Long.MIN_VALUE / 2;

    private final long originNs;
    private final long[] slots;

    /** Empty for a task that is not asynchronous. */
    private final long[] handOvers;

    private final int mask;
    private final long[] counters = new long[COUNTERS];
    private long cachedTail;
    private long oldestSeen;

    /**
     * @param capacity iterations, rounded up to a power of two
     * @param nowNs a current reading of the clock, from which recorded instants count
     * @param async whether iterations are opened, and completed by anybody
     */
    IterationLog(int capacity, long nowNs, boolean async) {
        int rounded = Integer.highestOneBit(Math.max(2, capacity) * 2 - 1);
        this.slots = new long[rounded * STRIDE];
        this.handOvers = new long[async ? rounded * HAND_OVER_STRIDE : 0];
        this.mask = rounded - 1;
        this.originNs = nowNs - 1;
        LONGS.setRelease(counters, NEXT_INTENDED, Long.MAX_VALUE);
    }

    /** Whether there is room for one iteration more; the pacing thread asks before each. */
    boolean reserve() {
        long head = counters[HEAD];
        if (head - cachedTail <= mask) {
            return true;
        }
        cachedTail = (long) LONGS.getAcquire(counters, TAIL);
        return head - cachedTail <= mask;
    }

    /** Adds an iteration that is over. Pacing thread only, after {@link #reserve} said yes. */
    void add(long intendedNs, long startNs, long freeSinceNs, long endNs) {
        long head = counters[HEAD];
        int slot = ((int) head & mask) * STRIDE;
        long[] s = slots;
        s[slot + INTENDED] = intendedNs;
        s[slot + START] = startNs;
        s[slot + FREE_SINCE] = freeSinceNs;
        s[slot + END] = endNs - originNs;
        LONGS.setRelease(counters, HEAD, head + 1);
    }

    /** Adds an iteration that broke off. Pacing thread only, after {@link #reserve} said yes. */
    void addBroken(long intendedNs, long nowNs) {
        add(intendedNs, nowNs, nowNs, Long.MIN_VALUE + nowNs);
    }

    /** Adds an iteration that is about to run and will be completed by {@link #complete}. Pacing thread only. */
    void open(long intendedNs, long startNs, long freeSinceNs) {
        long head = counters[HEAD];
        int slot = ((int) head & mask) * STRIDE;
        slots[slot + START] = startNs;
        slots[slot + FREE_SINCE] = freeSinceNs;
        int handOver = ((int) head & mask) * HAND_OVER_STRIDE;
        handOvers[handOver + RETURNED] = 0;
        handOvers[handOver + COMPLETED_BY] = 0;
        LONGS.setRelease(slots, slot + INTENDED, intendedNs);
        LONGS.setRelease(slots, slot + END, ~head);
        LONGS.setRelease(counters, HEAD, head + 1);
    }

    /** The task's method came back from the iteration that was opened last, which may be complete already. Pacing thread only. */
    void returned(long nowNs) {
        LONGS.setRelease(handOvers, ((int) (counters[HEAD] - 1) & mask) * HAND_OVER_STRIDE + RETURNED, nowNs);
    }

    /** Publishes when the next iteration is meant to start, for {@link #read}. Pacing thread only. */
    void nextIntended(long nextIntendedNs) {
        LONGS.setRelease(counters, NEXT_INTENDED, nextIntendedNs);
    }

    /**
     * Completes the open iteration with this tag. From any thread. If two threads complete the same one at the same time, either counts as
     * the one that did.
     *
     * @param javaThreadId of the calling thread
     * @return whether there was one, and this call completed it
     */
    boolean complete(long intendedNs, long endNs, long javaThreadId) {
        return close(intendedNs, endNs - originNs, javaThreadId);
    }

    /**
     * Gives up the open iteration with this tag. From any thread.
     *
     * @return whether there was one, and this call gave it up
     */
    boolean abandon(long intendedNs, long nowNs) {
        return close(intendedNs, Long.MIN_VALUE + nowNs - originNs, 0);
    }

    private boolean close(long intendedNs, long end, long javaThreadId) {
        while (true) {
            long tail = (long) LONGS.getAcquire(counters, TAIL);
            long sequence = find(intendedNs, tail, (long) LONGS.getAcquire(counters, HEAD) - 1);
            if (sequence >= 0 && (long) LONGS.getAcquire(slots, slot(sequence) + END) == ~sequence) {
                handOvers[((int) sequence & mask) * HAND_OVER_STRIDE + COMPLETED_BY] = javaThreadId;
            }
            if (sequence >= 0 && LONGS.compareAndSet(slots, slot(sequence) + END, ~sequence, end)) {
                return true;
            }
            // A slot is reused only after the tail has passed it. If it has not moved, the search saw what it was meant
            // to see.
            if ((long) LONGS.getAcquire(counters, TAIL) == tail) {
                return false;
            }
        }
    }

    /** The sequence number of the iteration with this tag, or a negative one. Wrong if a slot was reused meanwhile. */
    private long find(long intendedNs, long first, long last) {
        long low = first;
        long high = last;
        while (low <= high) {
            long middle = (low + high) >>> 1;
            long difference = (long) LONGS.getAcquire(slots, slot(middle) + INTENDED) - intendedNs;
            if (difference == 0) {
                return middle;
            }
            if (difference < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    private int slot(long sequence) {
        return ((int) sequence & mask) * STRIDE;
    }

    /** Takes iterations that are over. */
    @FunctionalInterface
    interface Reader {
        void iteration(long intendedNs, long startNs, long freeSinceNs, long endNs);

        /**
         * The threads of the asynchronous iteration that is handed over next.
         *
         * @param returnedNs when the task's method came back; 0 if it has not
         * @param completedBy the Java thread that completed it
         */
        default void handedOver(long returnedNs, long completedBy) {}

        /** One that was given up, or is still open though the run is over: it took longer than until {@code atNs}. */
        default void uncompleted(long intendedNs, long atNs) {}
    }

    /** Hands over every iteration that is still open. Recorder thread only. */
    void reportOpen(Reader reader, long nowNs) {
        long head = (long) LONGS.getAcquire(counters, HEAD);
        for (long k = counters[TAIL]; k < head; k++) {
            if (open((long) LONGS.getAcquire(slots, slot(k) + END))) {
                reader.uncompleted(slots[slot(k) + INTENDED], nowNs);
            }
        }
    }

    private static boolean open(long end) {
        return end < REPORTED && end >= OPEN;
    }

    /**
     * Hands over every iteration that was completed or given up and was not handed over before, in order of intended start, leaving out the ones
     * that are still open. Recorder thread only.
     *
     * @return how many slots are still taken
     */
    long drain(Reader reader) {
        long head = (long) LONGS.getAcquire(counters, HEAD);
        long tail = counters[TAIL];
        boolean prefix = true;
        for (long k = tail; k < head; k++) {
            int slot = ((int) k & mask) * STRIDE;
            long end = (long) LONGS.getAcquire(slots, slot + END);
            prefix &= !open(end);
            if (!open(end) && end != REPORTED) {
                // Before it is handed over, because the reader may fail: none is handed over twice.
                slots[slot + END] = REPORTED;
                if (end > REPORTED) {
                    if (handOvers.length > 0) {
                        int handOver = ((int) k & mask) * HAND_OVER_STRIDE;
                        reader.handedOver(
                                (long) LONGS.getAcquire(handOvers, handOver + RETURNED),
                                handOvers[handOver + COMPLETED_BY]);
                    }
                    reader.iteration(
                            slots[slot + INTENDED], slots[slot + START], slots[slot + FREE_SINCE], end + originNs);
                } else {
                    reader.uncompleted(slots[slot + INTENDED], end - Long.MIN_VALUE + originNs);
                }
            }
            if (prefix) {
                tail = k + 1;
                // Now and then, so that a pacing thread that waits for room gets it early.
                if ((tail & 1023) == 0) {
                    LONGS.setRelease(counters, TAIL, tail);
                }
            }
        }
        LONGS.setRelease(counters, TAIL, tail);
        return head - tail;
    }

    /**
     * The oldest open iteration, or when the next may start. For asynchronous tasks, from any thread: {@code oldestSeen} is a hint
     * that two readers may set back, and a lower one only costs a longer search.
     */
    @Override
    public void read(InFlightView view) {
        long head = (long) LONGS.getAcquire(counters, HEAD);
        long k = Math.max(oldestSeen, (long) LONGS.getAcquire(counters, TAIL));
        while (k < head) {
            int slot = ((int) k & mask) * STRIDE;
            long startNs = slots[slot + START];
            long intendedNs = (long) LONGS.getAcquire(slots, slot + INTENDED);
            if ((long) LONGS.getAcquire(slots, slot + END) == ~k) {
                oldestSeen = k;
                view.setBusy(intendedNs, startNs);
                return;
            }
            k++;
        }
        oldestSeen = k;
        view.setIdle((long) LONGS.getAcquire(counters, NEXT_INTENDED));
    }

    /** Whether the oldest iteration that takes a slot was opened and is not complete. From any thread. */
    boolean oldestOpen() {
        long tail = (long) LONGS.getAcquire(counters, TAIL);
        return (long) LONGS.getAcquire(slots, slot(tail) + END) == ~tail;
    }

    /** How many iterations were opened but are not complete. From any thread. */
    long openCount() {
        long head = (long) LONGS.getAcquire(counters, HEAD);
        long open = 0;
        for (long k = (long) LONGS.getAcquire(counters, TAIL); k < head; k++) {
            if (open((long) LONGS.getAcquire(slots, slot(k) + END))) {
                open++;
            }
        }
        return open;
    }
}
