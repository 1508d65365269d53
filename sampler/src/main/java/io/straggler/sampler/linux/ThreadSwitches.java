package io.straggler.sampler.linux;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * When a thread was off its core, to the microsecond, as the kernel recorded it: from each switch away from the thread to the switch back. For
 * one reader at a time; the thread itself is not needed.
 */
public final class ThreadSwitches implements Closeable {
    private static final int SWITCH_RECORD = 14;
    private static final int SWITCHED_AWAY = 1 << 13;
    private static final int PREEMPTED = 1 << 14;

    /** Where a record has its time and its core: behind the header and the thread. */
    private static final int TIME = 16;

    private static final int CORE = 24;

    /** Two records: one away from the core, and one back. */
    private static final int BYTES = 64;

    private final PerfRing ring;
    private long[] timesNs = new long[64];
    private int[] kinds = new int[64];
    private int[] cores = new int[64];
    private int count;

    private ThreadSwitches(PerfRing ring) {
        this.ring = ring;
    }

    /** Gets the intervals, oldest first. */
    @FunctionalInterface
    public interface Listener {
        /**
         * The thread had no core from one instant to the other.
         *
         * @param preempted whether it could have gone on; otherwise it waited for something
         * @param leftCore the core that it left
         * @param core the core that it came back to
         */
        void offCore(long fromNs, long toNs, boolean preempted, int leftCore, int core);
    }

    /**
     * Starts to record the switches of a thread.
     *
     * @param pages of the ring, a power of two: 64 intervals each
     * @return nothing if the thread has ended
     * @throws IOException saying why the kernel refuses
     */
    public static Optional<ThreadSwitches> open(long osThreadId, int pages) throws IOException {
        return PerfRing.ofSwitches(osThreadId, pages).map(ThreadSwitches::new);
    }

    /**
     * Reports the intervals that touch a time.
     *
     * @return false if the ring no longer holds all of them; then none is reported
     */
    public boolean between(long fromNs, long toNs, Listener listener) {
        int count = collect(fromNs);
        if (count < 0) {
            return false;
        }
        for (int i = count - 1; i > 0; i--) {
            boolean away = (kinds[i] & SWITCHED_AWAY) != 0;
            boolean back = (kinds[i - 1] & SWITCHED_AWAY) == 0;
            if (away && back && timesNs[i] < toNs && timesNs[i - 1] > fromNs) {
                listener.offCore(timesNs[i], timesNs[i - 1], (kinds[i] & PREEMPTED) != 0, cores[i], cores[i - 1]);
            }
        }
        return true;
    }

    /** Number of times that the thread has left its core since the kernel records that. */
    public long count() {
        return ring.written() / BYTES;
    }

    /**
     * Since when the thread has been waiting for something; {@link Long#MAX_VALUE} if it has or wants a core, or nothing was recorded. It may have been woken up
     * meanwhile, without having a core yet. From any thread; allocates nothing.
     */
    public long waitingSinceNs() {
        long newest = ring.newest();
        long sinceNs = ring.word(newest + TIME);
        return waits(newest) && ring.newest() == newest ? sinceNs : Long.MAX_VALUE;
    }

    /**
     * When it had last come back to a core before it began to wait, if that was from a wait, too; otherwise, and if it does not wait, {@link Long#MAX_VALUE}. From any
     * thread; allocates nothing.
     */
    public long backFromWaitNs() {
        long newest = ring.newest();
        long back = before(newest);
        long backNs = ring.word(back + TIME);
        boolean came = (int) ring.word(back) == SWITCH_RECORD && (ring.word(back) >>> 32 & SWITCHED_AWAY) == 0;
        return waits(newest) && came && waits(before(back)) && ring.newest() == newest ? backNs : Long.MAX_VALUE;
    }

    /** Where the record before one begins. */
    private long before(long position) {
        return position + (ring.word(position) >>> 48);
    }

    private boolean waits(long position) {
        long header = ring.word(position);
        return (int) header == SWITCH_RECORD
                && (header >>> 32 & SWITCHED_AWAY) != 0
                && (header >>> 32 & PREEMPTED) == 0;
    }

    /** Copies the records from the newest back to the last one before an instant. Returns how many, or −1 if some are gone. */
    private int collect(long fromNs) {
        count = 0;
        boolean all =
                ring.newestFirst((header, position) -> (int) header == SWITCH_RECORD && add(header, position, fromNs));
        return all ? count : -1;
    }

    private boolean add(long header, long position, long fromNs) {
        if (count == timesNs.length) {
            timesNs = Arrays.copyOf(timesNs, 2 * count);
            kinds = Arrays.copyOf(kinds, 2 * count);
            cores = Arrays.copyOf(cores, 2 * count);
        }
        timesNs[count] = ring.word(position + TIME);
        kinds[count] = (int) (header >>> 32) & 0xffff;
        cores[count] = (int) ring.word(position + CORE);
        return timesNs[count++] <= fromNs;
    }

    @Override
    public void close() {
        ring.close();
    }
}
