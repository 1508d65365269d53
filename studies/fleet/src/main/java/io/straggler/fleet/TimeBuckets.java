package io.straggler.fleet;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Sums over wall-clock time, in some {@value #MOST} buckets at most. Adding is associative and commutative.
 *
 * <p>Buckets are as wide as is needed: a second, ten, a minute and so on, each width a multiple of the one before, so that narrow buckets lie within wide
 * ones. A part never needs wider buckets than the whole, so the width does not depend on the order. Not thread-safe.
 */
public final class TimeBuckets {
    private static final int MOST = 200;
    private static final long[] WIDTHS_MS = {
        1_000, 10_000, 60_000, 600_000, 3_600_000, 21_600_000, 86_400_000, 604_800_000, 4_838_400_000L, 38_707_200_000L
    };

    private final int columns;
    private TreeMap<Long, long[]> buckets = new TreeMap<>();
    private int level;

    /** @param columns how many sums there are of each bucket */
    TimeBuckets(int columns) {
        this.columns = columns;
    }

    void add(long atEpochMs, int column, long value) {
        of(atEpochMs)[column] += value;
        widen();
    }

    void add(TimeBuckets other) {
        widenTo(Math.max(level, other.level));
        other.buckets.forEach((startMs, sums) -> addUp(of(startMs), sums));
        widen();
    }

    /** Adds sums at a level, for reading back. */
    void add(long atEpochMs, long[] sums, int atLevel) {
        widenTo(Math.max(level, atLevel));
        addUp(of(atEpochMs), sums);
        widen();
    }

    private long[] of(long atEpochMs) {
        return buckets.computeIfAbsent(startMs(atEpochMs), start -> new long[columns]);
    }

    private long startMs(long atEpochMs) {
        return Math.floorDiv(atEpochMs, widthMs()) * widthMs();
    }

    private void widen() {
        while (buckets.size() > MOST && level + 1 < WIDTHS_MS.length) {
            widenTo(level + 1);
        }
    }

    private void widenTo(int to) {
        if (to == level) {
            return;
        }
        level = to;
        TreeMap<Long, long[]> narrow = buckets;
        buckets = new TreeMap<>();
        narrow.forEach((startMs, sums) -> addUp(of(startMs), sums));
    }

    private static void addUp(long[] sum, long[] sums) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] += sums[i];
        }
    }

    /** The sums of each bucket in which something was added, by its start, in milliseconds since 1970. */
    public SortedMap<Long, long[]> buckets() {
        return Collections.unmodifiableSortedMap(buckets);
    }

    /** How wide each bucket is. */
    public long widthMs() {
        return WIDTHS_MS[level];
    }

    int level() {
        return level;
    }
}
