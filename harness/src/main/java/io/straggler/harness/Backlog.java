package io.straggler.harness;

import java.util.Arrays;

/**
 * Whether a backlog built up in a run whose iterations overlap. Nothing is in flight when a run begins, so the first latencies are what
 * an iteration takes when it waits for none; by so much as the last ones are higher, the run was behind. Medians, because a
 * single slow iteration at either end is no backlog. For one thread.
 */
final class Backlog {
    private static final int MOST = 1000;
    private static final int TENTH = 10;

    private final long[] firstNs = new long[MOST];
    private final long[] lastNs = new long[MOST];
    private long count;

    /** The latency of the next iteration, in order of intended start. */
    void add(long latencyNs) {
        if (count < MOST) {
            firstNs[(int) count] = latencyNs;
        }
        lastNs[(int) (count % MOST)] = latencyNs;
        count++;
    }

    /** By how much the last tenth of the iterations took longer than the first, of each at most {@value #MOST}; negative if less. */
    long growthNs() {
        if (count == 0) {
            return 0;
        }
        int edge = (int) Math.max(1, Math.min(MOST, count / TENTH));
        long[] end = new long[edge];
        for (int i = 0; i < edge; i++) {
            end[i] = lastNs[(int) ((count - edge + i) % MOST)];
        }
        return median(end) - median(Arrays.copyOf(firstNs, edge));
    }

    private static long median(long[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }
}
