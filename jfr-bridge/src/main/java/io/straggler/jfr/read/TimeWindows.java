package io.straggler.jfr.read;

import java.util.Arrays;

/**
 * Intervals of time, on the monotonic clock, in order and apart from each other. Intervals that touch become one.
 *
 * <p>Bounded: when there are too many, neighbours that are close to each other are joined, which makes them cover more, never less.
 */
public final class TimeWindows {
    private static final int FIRST_ROOM = 1 << 10;

    private final int most;
    private long[] fromNs = new long[FIRST_ROOM];
    private long[] toNs = new long[FIRST_ROOM];
    private int size;
    private long joinGapNs;

    /** @param most how many may be kept, at 16 bytes each */
    public TimeWindows(int most) {
        this.most = most;
    }

    int size() {
        return size;
    }

    /** Adds an interval, both ends included; quick when it is among the last. */
    public void add(long from, long to) {
        int first = size;
        while (first > 0 && toNs[first - 1] + joinGapNs >= from) {
            first--;
        }
        int next = first;
        long joinedFrom = from;
        long joinedTo = to;
        while (next < size && fromNs[next] - joinGapNs <= to) {
            joinedFrom = Math.min(joinedFrom, fromNs[next]);
            joinedTo = Math.max(joinedTo, toNs[next]);
            next++;
        }
        replace(first, next, joinedFrom, joinedTo);
        while (size > most) {
            join();
        }
    }

    public boolean overlaps(long from, long to) {
        int first = firstEndingFrom(from);
        return first < size && fromNs[first] <= to;
    }

    /** When the last interval ends that is over before an instant; {@link Long#MIN_VALUE} if none is. */
    long endBefore(long ns) {
        int first = firstEndingFrom(ns);
        return first == 0 ? Long.MIN_VALUE : toNs[first - 1];
    }

    /** When the first interval begins that is not over before an instant; {@link Long#MAX_VALUE} if there is none. */
    long startFrom(long ns) {
        int first = firstEndingFrom(ns);
        return first == size ? Long.MAX_VALUE : fromNs[first];
    }

    private int firstEndingFrom(long ns) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (toNs[middle] < ns) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void replace(int first, int next, long from, long to) {
        int tail = size - next;
        if (first == next && size == fromNs.length) {
            fromNs = Arrays.copyOf(fromNs, size * 2);
            toNs = Arrays.copyOf(toNs, size * 2);
        }
        System.arraycopy(fromNs, next, fromNs, first + 1, tail);
        System.arraycopy(toNs, next, toNs, first + 1, tail);
        fromNs[first] = from;
        toNs[first] = to;
        size = first + 1 + tail;
    }

    /** Widens the gap that is not worth keeping until at least a quarter of the intervals are gone. */
    private void join() {
        long[] gaps = new long[size - 1];
        for (int i = 1; i < size; i++) {
            gaps[i - 1] = fromNs[i] - toNs[i - 1];
        }
        Arrays.sort(gaps);
        joinGapNs = Math.max(joinGapNs, gaps[gaps.length / 4]);
        int last = 0;
        for (int i = 1; i < size; i++) {
            if (fromNs[i] - toNs[last] <= joinGapNs) {
                toNs[last] = Math.max(toNs[last], toNs[i]);
            } else {
                last++;
                fromNs[last] = fromNs[i];
                toNs[last] = toNs[i];
            }
        }
        size = last + 1;
    }
}
