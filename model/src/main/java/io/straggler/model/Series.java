package io.straggler.model;

import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A named series of durations, summarised: merged from histograms, never from percentiles.
 *
 * @param name {@code latency}, {@code service}, {@code dispatch}, {@code jitter}, {@code jitter-cpuN}, {@code probe:NAME}, {@code group:VALUE}, or {@code reference} for the latencies of
 *     another run
 * @param runId the run it belongs to, or null when it merges several
 * @param count how many values
 * @param minNs the smallest
 * @param maxNs the largest
 * @param meanNs the mean
 * @param percentiles the curve, with growing percentile, ending at 100; empty when there are no values
 * @param intervals the same over time, in order
 */
public record Series(
        String name,
        @Nullable RunId runId,
        long count,
        long minNs,
        long maxNs,
        double meanNs,
        List<Point> percentiles,
        List<Interval> intervals) {
    /** From the intended start to the end. */
    public static final String LATENCY = "latency";

    /** From the start to the end. */
    public static final String SERVICE = "service";

    /** From the intended start, or from when the thread was free if that is later, to the start. */
    public static final String DISPATCH = "dispatch";

    /**
     * Name of the series of oversleeping: how late a thread that only sleeps wakes up; followed by {@code -cpuN} if the
     * thread is bound to a core.
     */
    public static final String JITTER = "jitter";

    /** Before the name of a probe. */
    public static final String PROBE_PREFIX = "probe:";

    /** Before what sets a group of iterations apart: the method that was called, or the value of the field that groups them. */
    public static final String GROUP_PREFIX = "group:";

    /** All groups together that have no series of their own. */
    public static final String OTHER_GROUPS = GROUP_PREFIX + "(others)";

    /** Latencies, once more, of the iterations that were meant to start while the sampler was off for an {@link OverheadCheck}. */
    public static final String UNSAMPLED = "latency:unsampled";

    /**
     * Number of buckets for each doubling of the value, at three digits: a bucket is no wider than this part of its
     * values.
     */
    private static final long BUCKETS = 512;

    public Series {
        percentiles = List.copyOf(percentiles);
        intervals = List.copyOf(intervals);
    }

    /** This series with its largest value to the nanosecond, which histograms know to three digits; the same if it is not the one in the histogram. */
    public Series withLargest(long ns) {
        if (ns == maxNs || Math.abs(maxNs - ns) > maxNs / BUCKETS) {
            return this;
        }
        return new Series(
                name,
                runId,
                count,
                Math.min(minNs, ns),
                ns,
                meanNs,
                percentiles.stream()
                        .map(point -> new Point(point.percentile(), Math.min(point.valueNs(), ns)))
                        .toList(),
                intervals);
    }

    /** The value of the curve at a percentile; empty where too few values lie above it to know. */
    public OptionalLong valueNs(double percentile) {
        return Percentiles.measurable(percentile, count)
                ? percentiles.stream()
                        .filter(point -> point.percentile() >= percentile - 1e-9)
                        .mapToLong(Point::valueNs)
                        .findFirst()
                : OptionalLong.empty();
    }

    /** @param percentile 0 to 100 */
    public record Point(double percentile, long valueNs) {}

    /**
     * One interval of the log.
     *
     * @param startEpochMs wall clock, as in the histogram log
     */
    public record Interval(long startEpochMs, long endEpochMs, long count, long p50Ns, long p99Ns, long maxNs) {}
}
