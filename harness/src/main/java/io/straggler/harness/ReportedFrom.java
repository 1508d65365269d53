package io.straggler.harness;

import io.straggler.harness.series.SeriesRecorder;
import org.HdrHistogram.Histogram;

/**
 * The latency from which on iterations are reported, and how many of those are outliers at whichever threshold is chosen in the end. It is
 * below the threshold of the warm-up where {@link Threshold.Auto} may choose a lower one once the run is over. For one thread.
 */
final class ReportedFrom {
    /** Iterations below the threshold that are reported before the latency rises: some 3 MB of a recording. */
    static final int MAX_BELOW = 20_000;

    /** Iterations below the threshold that are reported in a long run before the latency rises: one in so many of all. */
    private static final int MAX_BELOW_ONE_IN = 200;

    /** Percentile of the run that the latency rises to: one iteration in 500 lies above it, and {@link Threshold.Auto} chooses what one in 1,000 lies above. */
    private static final double RAISED_PERCENTILE = 99.8;

    private final long thresholdNs;
    private final Histogram below = SeriesRecorder.newHistogram();
    private final Histogram refused = SeriesRecorder.newHistogram();
    private long ns;
    private long atThreshold;

    /**
     * @param thresholdNs of the warm-up
     * @param ns at most that; where it is below, the first value of its bucket in a histogram of latencies, so that counts of histograms are exact
     */
    ReportedFrom(long thresholdNs, long ns) {
        this.thresholdNs = thresholdNs;
        this.ns = ns;
    }

    long ns() {
        return ns;
    }

    /**
     * Counts an iteration that is reported, or would be if reports were not limited.
     *
     * @param countedNs its latency in the histograms
     * @param latencyNs its latency as it is reported, with what normal samples took
     */
    void count(long countedNs, long latencyNs) {
        if (countedNs >= thresholdNs) {
            atThreshold++;
        } else {
            below.recordValue(Math.min(Math.max(0, latencyNs), SeriesRecorder.HIGHEST_NS));
        }
    }

    /** Counts one of them that is not reported after all, because there were too many at once. */
    void refuse(long latencyNs) {
        refused.recordValue(Math.min(Math.max(0, latencyNs), SeriesRecorder.HIGHEST_NS));
    }

    /**
     * Raises the latency if more iterations below the threshold were reported than a recording has room for.
     *
     * @param iterations of the run so far
     * @param latencies of the run so far, or of most of it
     */
    void follow(long iterations, Histogram latencies) {
        if (below.getTotalCount() > MAX_BELOW + iterations / MAX_BELOW_ONE_IN) {
            long raisedNs = latencies.lowestEquivalentValue(latencies.getValueAtPercentile(RAISED_PERCENTILE));
            ns = Math.max(ns, Math.min(thresholdNs, raisedNs));
        }
    }

    /** Iterations at or above a threshold that is at least {@link #ns} and at most the one of the warm-up. */
    long outliers(long chosenNs) {
        return atThreshold + from(below, chosenNs);
    }

    /** Iterations at or above a threshold that were counted and not reported. */
    long unreported(long chosenNs) {
        return from(refused, chosenNs);
    }

    private static long from(Histogram latencies, long ns) {
        return ns > SeriesRecorder.HIGHEST_NS ? 0 : latencies.getCountBetweenValues(ns, SeriesRecorder.HIGHEST_NS);
    }
}
