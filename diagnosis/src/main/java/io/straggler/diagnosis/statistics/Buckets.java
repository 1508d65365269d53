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
        List<long[]> rows = sides.stream()
                .flatMap(side -> side.forks().stream())
                .flatMap(fork -> fork.periods().stream())
                .map(LatencyCounts::valuesNs)
                .toList();
        return new Buckets(union(rows));
    }

    /** By halves: each value is looked at as often as there are halvings, and not once for every row. */
    private static long[] union(List<long[]> rows) {
        int count = rows.size();
        if (count < 2) {
            return count == 0 ? new long[0] : rows.get(0);
        }
        return union(union(rows.subList(0, count / 2)), union(rows.subList(count / 2, count)));
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
            bucket = at(counts.valuesNs()[i], bucket);
            row[bucket] += counts.counts()[i];
        }
    }

    /** The bucket of a value, which is seldom far behind the last one: steps that double until they are beyond it, then bisection. */
    private int at(long valueNs, int last) {
        int from = last;
        int step = 1;
        while (from + step < valuesNs.length && valuesNs[from + step] <= valueNs) {
            from += step;
            step *= 2;
        }
        return Arrays.binarySearch(valuesNs, from, Math.min(from + step, valuesNs.length), valueNs);
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
