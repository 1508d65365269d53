package io.straggler.model;

import java.util.Optional;

/**
 * Iterations that were slow and yet no outliers. A percentile as threshold may be too high for them: if one iteration in a hundred sleeps
 * for 25 ms, p99 is 25 ms, and nobody looks into iterations that take 10 ms.
 *
 * @param fromNs a latency, rounded down to one digit. Those that took so long or longer account for nine tenths of what these iterations
 *     lost beyond the median
 * @param count how many of these iterations took so long or longer
 * @param share that count, as a share of all iterations
 * @param ratio what these iterations lost beyond the median, divided by what outliers lost beyond it; infinite if there were none
 */
public record BelowThreshold(long fromNs, long count, double share, double ratio) {
    /** Medians from which on an iteration is slow; only few iterations take as long. */
    private static final int MEDIANS = 5;

    private static final double FEW = 0.05;
    private static final double MOST_OF_IT = 0.9;

    /** Returns the slow iterations below the threshold if they lost more time than the outliers did; else empty. */
    public static Optional<BelowThreshold> of(LatencyCounts latencies, long thresholdNs) {
        long[] values = latencies.valuesNs();
        long[] counts = latencies.counts();
        long total = latencies.total();
        if (total == 0) {
            return Optional.empty();
        }
        int median = bucketAt(counts, total / 2);
        int few = bucketAt(counts, (long) Math.ceil(total * (1 - FEW)));
        int slow = Math.max(latencies.bucketOf(MEDIANS * values[median]), few + 1);
        int late = latencies.bucketOf(thresholdNs);
        double belowNs = lostNs(latencies, slow, late, values[median]);
        double aboveNs = lostNs(latencies, late, values.length, values[median]);
        if (belowNs <= aboveNs) {
            return Optional.empty();
        }
        int from = late;
        for (double lostNs = 0; from > slow && lostNs < MOST_OF_IT * belowNs; ) {
            from--;
            lostNs += (double) counts[from] * (values[from] - values[median]);
        }
        long fromNs = rounded(values[from]);
        long count = 0;
        for (int i = latencies.bucketOf(fromNs); i < late; i++) {
            count += counts[i];
        }
        return Optional.of(new BelowThreshold(fromNs, count, (double) count / total, belowNs / aboveNs));
    }

    private static int bucketAt(long[] counts, long rank) {
        long seen = 0;
        int bucket = 0;
        while (bucket < counts.length - 1 && seen + counts[bucket] <= rank) {
            seen += counts[bucket++];
        }
        return bucket;
    }

    private static double lostNs(LatencyCounts latencies, int from, int to, long medianNs) {
        double ns = 0;
        for (int i = from; i < to; i++) {
            ns += (double) latencies.counts()[i] * (latencies.valuesNs()[i] - medianNs);
        }
        return ns;
    }

    /** Down to one digit. */
    private static long rounded(long ns) {
        long unit = 1;
        while (unit * 10 <= ns) {
            unit *= 10;
        }
        return ns / unit * unit;
    }
}
