package io.straggler.harness;

import io.straggler.harness.schedule.Schedule;
import org.HdrHistogram.Histogram;

/** The periods, capacities and delays that follow from the options. Pure functions. */
final class DerivedTimings {
    private static final long MILLISECOND_NS = 1_000_000;

    /** A log of at least a hundred intervals a run; a few more, because the last ones may be short. */
    private static final int INTERVALS = 125;

    /** Sampling earlier than this costs more than it shows, unless the threshold itself is that low. */
    private static final long SHORT_ARM_DELAY_NS = 20_000;

    private static final int INNOCENT_ONE_IN = 1_000;

    private static final int SMALLEST_RING = 1 << 12;
    private static final int LARGEST_RING = 1 << 18;

    private DerivedTimings() {}

    /** Length of an interval of the histogram log: 1 ms to 10 s. */
    static long intervalNs(RunLength length, Schedule schedule) {
        return clamp(length.expectedNs(schedule) / INTERVALS, MILLISECOND_NS, 10_000 * MILLISECOND_NS);
    }

    /** How often the recorder thread wakes up: often enough for the intervals, rarely enough not to disturb. */
    static long drainNs(HarnessOptions options) {
        return clamp(intervalNs(options.length(), options.schedule()) / 4, MILLISECOND_NS / 4, 20 * MILLISECOND_NS);
    }

    /** Iterations that the ring holds: eight drains' worth, so that a recorder thread without a core is no problem at once. */
    static int capacity(HarnessOptions options, long drainNs, boolean async) {
        // An asynchronous iteration that takes long holds up the slots behind it: room for a second of them.
        long spanNs = async ? 125 * MILLISECOND_NS : Math.max(drainNs, 10 * MILLISECOND_NS);
        double perDrain = options.schedule().highestPerSecond() * spanNs / 1e9;
        return (int) Math.min(LARGEST_RING, Math.max(SMALLEST_RING, perDrain * 8));
    }

    /**
     * How long after its origin a run starts no more iterations: its duration plus a tenth of it, or plus a second if that is more. A run
     * by count has no such limit.
     */
    static long hardStopNs(RunLength length) {
        if (length.durationNs() == Long.MAX_VALUE) {
            return 1L << 61;
        }
        return length.durationNs() + Math.max(1000 * MILLISECOND_NS, length.durationNs() / 10);
    }

    /** Half of a warm-up. */
    static RunLength half(RunLength length) {
        return length.durationNs() == Long.MAX_VALUE
                ? new RunLength(Long.MAX_VALUE, Math.max(1, length.count() / 2))
                : new RunLength(Math.max(1, length.durationNs() / 2), Long.MAX_VALUE);
    }

    /**
     * The arm delay that suits a threshold: as early as at most one settled iteration in a thousand takes longer than it and ends below the
     * threshold, plus an eighth; at most half of the threshold, so that what crosses it is seen.
     *
     * @param service service times of settled iterations; may be empty
     */
    static long armDelayNs(long thresholdNs, Histogram service) {
        long half = Math.max(1, thresholdNs / 2);
        long total = service.getTotalCount();
        if (total == 0) {
            return half;
        }
        long shortest = Math.max(1, Math.min(thresholdNs / 10, SHORT_ARM_DELAY_NS));
        long outliers = service.getCountBetweenValues(thresholdNs, Long.MAX_VALUE);
        long later = Math.min(total, outliers + total / INNOCENT_ONE_IN);
        long innocentNs = service.getValueAtPercentile(100.0 * (total - later) / total);
        return clamp(innocentNs + innocentNs / 8, shortest, half);
    }

    private static long clamp(long value, long lowest, long highest) {
        return Math.min(highest, Math.max(lowest, value));
    }
}
