package io.straggler.diagnosis;

import io.straggler.model.LatencyCounts;
import java.util.Arrays;

/**
 * The latencies of a run, each assigned to one block of the run, and their percentiles when each block counts with a given weight. Callers
 * ask for a thousand percentiles. So that a query does not walk through every latency above the percentile, the constructor stores a mark
 * at every {@value #STEP}th latency, in descending order: how many latencies of each block come before it.
 */
final class BlockedLatencies {
    /** Number of bits that hold the number of a block. */
    private static final int BITS = 6;

    private static final int STEP = 64;

    private final int blocks;
    private final LatencyCounts others;

    /** Latencies with their blocks in the lowest bits, the longest first. */
    private final long[] descending;

    /** How many iterations each block has. */
    private final int[] all;

    /** How many each block has before every {@link #STEP}th. */
    private final int[][] before;

    /** Number of other latencies that are longer, for each of these. */
    private final long[] othersBefore;

    /** The place of the longest of the others that is not. */
    private final int[] bucketAt;

    /**
     * @param latenciesNs of single iterations
     * @param blockOf their blocks, index by index
     * @param blocks how many there are, at most 64
     * @param others iterations that count as spread evenly over the blocks
     */
    BlockedLatencies(long[] latenciesNs, int[] blockOf, int blocks, LatencyCounts others) {
        this.blocks = blocks;
        this.others = others;
        descending = descending(latenciesNs, blockOf);
        int marks = 1 + Math.max(0, descending.length - 1) / STEP;
        before = new int[marks][];
        othersBefore = new long[marks];
        bucketAt = new int[marks];
        int[] soFar = new int[blocks];
        int bucket = others.counts().length - 1;
        long longer = 0;
        bucketAt[0] = bucket;
        before[0] = soFar.clone();
        for (int i = 0; i < descending.length; i++) {
            if (i % STEP == 0 && i > 0) {
                while (bucket >= 0 && others.valuesNs()[bucket] > descending[i] >> BITS) {
                    longer += others.counts()[bucket--];
                }
                before[i / STEP] = soFar.clone();
                othersBefore[i / STEP] = longer;
                bucketAt[i / STEP] = bucket;
            }
            soFar[block(i)]++;
        }
        all = soFar;
    }

    private static long[] descending(long[] latenciesNs, int[] blockOf) {
        long[] keys = new long[latenciesNs.length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = -(latenciesNs[i] << BITS | blockOf[i]);
        }
        Arrays.sort(keys);
        for (int i = 0; i < keys.length; i++) {
            keys[i] = -keys[i];
        }
        return keys;
    }

    private int block(int i) {
        return (int) (descending[i] & (1 << BITS) - 1);
    }

    /**
     * A percentile.
     *
     * @param weight how often each block counts
     * @param share of the other iterations that counts
     */
    long percentileNs(double percentile, long[] weight, double share) {
        double total = share * others.total();
        for (int block = 0; block < blocks; block++) {
            total += weight[block] * all[block];
        }
        double above = total - Math.ceil(total * percentile / 100 - 1e-6);
        int mark = lastMark(above, weight, share);
        int bucket = bucketAt[mark];
        above -= longer(mark, weight, share);
        long valueNs = 0;
        for (int i = mark * STEP; above >= 0 && (i < descending.length || bucket >= 0); ) {
            boolean single = bucket < 0 || i < descending.length && descending[i] >> BITS >= others.valuesNs()[bucket];
            double count = single ? weight[block(i)] : share * others.counts()[bucket];
            valueNs = count > 0 ? (single ? descending[i] >> BITS : others.valuesNs()[bucket]) : valueNs;
            above -= count;
            i += single ? 1 : 0;
            bucket -= single ? 0 : 1;
        }
        return valueNs;
    }

    /** Returns the last mark that no more than the given number of latencies lies above. */
    private int lastMark(double above, long[] weight, double share) {
        int from = 0;
        int to = before.length - 1;
        while (from < to) {
            int middle = (from + to + 1) >>> 1;
            if (longer(middle, weight, share) <= above) {
                from = middle;
            } else {
                to = middle - 1;
            }
        }
        return from;
    }

    private double longer(int mark, long[] weight, double share) {
        double longer = share * othersBefore[mark];
        for (int block = 0; block < blocks; block++) {
            longer += weight[block] * before[mark][block];
        }
        return longer;
    }
}
