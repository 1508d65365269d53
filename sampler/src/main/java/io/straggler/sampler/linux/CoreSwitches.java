package io.straggler.sampler.linux;

import java.io.Closeable;
import java.io.IOException;

/** Users of one core over time, threads of other processes included, as the kernel recorded the switches. For one reader at a time. */
public final class CoreSwitches implements Closeable {
    /** Bytes that the kernel writes for a switch: a record for the thread that leaves, and one for that which comes. */
    public static final int SWITCH_BYTES = 80;

    private static final int SWITCH_RECORD = 15;
    private static final long SWITCHED_AWAY = 1L << 45;

    /** Where a record has the thread that the core goes to, and its time. */
    private static final int NEXT = 8;

    private static final int TIME = 24;

    private final PerfRing ring;

    private CoreSwitches(PerfRing ring) {
        this.ring = ring;
    }

    /** Gets the times in which one thread had the core, the newest first. */
    @FunctionalInterface
    public interface Listener {
        /**
         * A thread had the core from one instant to the other.
         *
         * @param processId 0 if nobody had it
         */
        void held(long fromNs, long toNs, int processId, int osThreadId);
    }

    /**
     * Starts to record.
     *
     * @param pages of the ring, a power of two: 51 switches each
     * @throws IOException saying why the kernel refuses
     */
    public static CoreSwitches open(int core, int pages) throws IOException {
        return new CoreSwitches(PerfRing.ofCore(core, pages));
    }

    /**
     * Reports who had the core in a time.
     *
     * @return false if the ring no longer holds all of it: what was reported then may be wrong
     */
    public boolean between(long fromNs, long toNs, Listener listener) {
        long[] laterNs = {Long.MAX_VALUE};
        return ring.newestFirst((header, position) -> {
            // Each switch has two records: the thread leaves, and the next one comes.
            if ((int) header != SWITCH_RECORD || (header & SWITCHED_AWAY) == 0) {
                return false;
            }
            long timeNs = ring.word(position + TIME);
            long endNs = Math.min(toNs, laterNs[0]);
            if (endNs > Math.max(fromNs, timeNs)) {
                long next = ring.word(position + NEXT);
                listener.held(Math.max(fromNs, timeNs), endNs, (int) next, (int) (next >>> 32));
            }
            laterNs[0] = timeNs;
            return timeNs <= fromNs;
        });
    }

    /** Bytes that the kernel wrote so far; differences count. */
    public long written() {
        return ring.written();
    }

    @Override
    public void close() {
        ring.close();
    }
}
