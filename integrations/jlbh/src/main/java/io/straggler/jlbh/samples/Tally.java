package io.straggler.jlbh.samples;

import org.HdrHistogram.Histogram;

/**
 * Counts of values by size, to a thousandth of each, for one thread: a value costs a shift and two stores, which is what JLBH's own
 * histogram costs too.
 *
 * <p>Values below 2,048 ns have a counter each; above, every doubling has 1,024 of them.
 */
final class Tally {
    static final long HIGHEST_NS = (1L << 42) - 1;

    private static final int BITS = 10;
    private static final int HALF = 1 << BITS;

    private final long[] counts = new long[index(HIGHEST_NS) + 1];
    private long highestNs;

    /** @param ns from 0 to {@link #HIGHEST_NS} */
    void add(long ns) {
        counts[index(ns)]++;
        if (ns > highestNs) {
            highestNs = ns;
        }
    }

    private static int index(long ns) {
        int shift = Math.max(0, 63 - BITS - Long.numberOfLeadingZeros(ns));
        return shift * HALF + (int) (ns >>> shift);
    }

    /** The middle of the values that a counter counts. */
    private static long value(int index) {
        int shift = Math.max(0, index / HALF - 1);
        long lowest = (long) (index - shift * HALF) << shift;
        return lowest + (1L << shift) / 2;
    }

    long count() {
        long count = 0;
        for (long each : counts) {
            count += each;
        }
        return count;
    }

    /** Adds all counts to a histogram and starts over. */
    void moveTo(Histogram target) {
        int highest = index(highestNs);
        for (int index = 0; index <= highest; index++) {
            if (counts[index] > 0) {
                // The highest value is known exactly, and one of those that are counted last.
                long others = index == highest ? counts[index] - 1 : counts[index];
                if (others > 0) {
                    target.recordValueWithCount(Math.min(value(index), highestNs), others);
                }
                if (index == highest) {
                    target.recordValue(highestNs);
                }
                counts[index] = 0;
            }
        }
        highestNs = 0;
    }
}
