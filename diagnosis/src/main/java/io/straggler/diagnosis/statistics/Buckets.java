package io.straggler.diagnosis.statistics;

import io.straggler.model.LatencyCounts;
import java.util.Arrays;
import java.util.List;

/** The buckets of all histograms together: one axis, so that counts become rows that can be added up. */
final class Buckets {
    /** How many neighbours on each side are looked at for the resolution. */
    private static final int NEIGHBOURS = 8;

    private final long[] valuesNs;

    private Buckets(long[] valuesNs) {
        this.valuesNs = valuesNs;
    }

    static Buckets of(List<Side> sides) {
        long[] all = new long[0];
        for (Side side : sides) {
            for (Fork fork : side.forks()) {
                for (LatencyCounts period : fork.periods()) {
                    all = union(all, period.valuesNs());
                }
            }
        }
        return new Buckets(all);
    }

    private static long[] union(long[] left, long[] right) {
        long[] both = new long[left.length + right.length];
        int size = 0;
        int l = 0;
        int r = 0;
        while (l < left.length || r < right.length) {
            boolean fromLeft = r == right.length || l < left.length && left[l] <= right[r];
            boolean fromRight = l == left.length || r < right.length && right[r] <= left[l];
            both[size++] = fromLeft ? left[l] : right[r];
            l += fromLeft ? 1 : 0;
            r += fromRight ? 1 : 0;
        }
        return size == left.length ? left : Arrays.copyOf(both, size);
    }

    int size() {
        return valuesNs.length;
    }

    long valueNs(int bucket) {
        return valuesNs[bucket];
    }

    /** The first bucket at or above a latency; {@link #size()} if all are below. */
    int from(long latencyNs) {
        int found = Arrays.binarySearch(valuesNs, latencyNs);
        return found < 0 ? -found - 1 : found;
    }

    /** Adds a histogram to a row with one cell for each bucket. */
    void add(LatencyCounts counts, double[] row) {
        int bucket = 0;
        for (int i = 0; i < counts.valuesNs().length; i++) {
            bucket = Arrays.binarySearch(valuesNs, bucket, valuesNs.length, counts.valuesNs()[i]);
            row[bucket] += counts.counts()[i];
        }
    }

    /**
     * How finely latencies near one are told apart: the smallest distance between buckets around it in which there was anything. A
     * clock that ticks coarsely leaves gaps; in the sparse end of a tail it is an upper bound.
     */
    long resolutionNs(long latencyNs) {
        int at = from(latencyNs);
        long resolutionNs = Long.MAX_VALUE;
        for (int i = Math.max(1, at - NEIGHBOURS); i <= Math.min(valuesNs.length - 1, at + NEIGHBOURS); i++) {
            resolutionNs = Math.min(resolutionNs, valuesNs[i] - valuesNs[i - 1]);
        }
        return resolutionNs == Long.MAX_VALUE ? 0 : resolutionNs;
    }
}
