package io.straggler.fleet;

import io.straggler.diagnosis.budget.Cause;

/**
 * Time in nanoseconds that a host's iterations lost to each cause, in {@value #BLOCKS} parts of its recordings: how far
 * the parts differ says how far the host's mean is known. Adding is associative and commutative. Not thread-safe.
 */
public final class HostBlocks {
    /** How many parts. */
    public static final int BLOCKS = 8;

    static final int CAUSES = Cause.values().length;

    private final long[] iterations = new long[BLOCKS];
    private final long[][] causesNs = new long[BLOCKS][CAUSES];

    void addIterations(int block, long count) {
        iterations[block] += count;
    }

    void add(int block, Cause cause, long ns) {
        causesNs[block][cause.ordinal()] += ns;
    }

    void add(HostBlocks other) {
        for (int block = 0; block < BLOCKS; block++) {
            addAll(block, other, block);
        }
    }

    /** All blocks of another as a part of one block. */
    void addTo(int block, HostBlocks other) {
        for (int from = 0; from < BLOCKS; from++) {
            addAll(block, other, from);
        }
    }

    private void addAll(int block, HostBlocks other, int from) {
        iterations[block] += other.iterations[from];
        for (int cause = 0; cause < CAUSES; cause++) {
            causesNs[block][cause] += other.causesNs[from][cause];
        }
    }

    /** How many iterations ended in a block. */
    public long iterations(int block) {
        return iterations[block];
    }

    /** Returns the time in nanoseconds that the iterations of a part lost to a cause. */
    public long ns(int block, Cause cause) {
        return causesNs[block][cause.ordinal()];
    }
}
