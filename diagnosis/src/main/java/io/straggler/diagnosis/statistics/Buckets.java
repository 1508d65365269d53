package io.straggler.diagnosis.statistics;

import io.straggler.model.DistinctValues;
import io.straggler.model.LatencyCounts;
import java.util.Arrays;
import java.util.List;

/** The buckets of all histograms together: one axis, so that counts become rows that can be added up. */
final class Buckets {
    /** How many neighbours on each side are looked at for the resolution. */
    private static final int NEIGHBOURS = 8;

    private final long[] valuesNs;

    private final DistinctValues distinct;

    /** Buckets by the index that their value has among the distinct ones. */
    private final int[] buckets;

    private Buckets(DistinctValues distinct) {
        this.distinct = distinct;
        this.valuesNs = distinct.ascending();
        this.buckets = new int[valuesNs.length];
        for (int bucket = 0; bucket < buckets.length; bucket++) {
            buckets[distinct.index(valuesNs[bucket])] = bucket;
        }
    }

    static Buckets of(List<Side> sides) {
        DistinctValues distinct = new DistinctValues();
        for (Side side : sides) {
            for (Fork fork : side.forks()) {
                for (LatencyCounts period : fork.periods()) {
                    for (long valueNs : period.valuesNs()) {
                        distinct.index(valueNs);
                    }
                }
            }
        }
        return new Buckets(distinct);
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

    /** Adds a histogram of one of the sides to a row with one cell for each bucket. */
    void add(LatencyCounts counts, double[] row) {
        long[] values = counts.valuesNs();
        for (int i = 0; i < values.length; i++) {
            row[buckets[distinct.index(values[i])]] += counts.counts()[i];
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
