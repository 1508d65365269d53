package io.straggler.harness.series;

import io.straggler.model.LatencyCounts;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import io.straggler.model.Series;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Latencies of one run by period, each one interval of its log; statistics resample them.
 *
 * @param runId which run
 * @param periods in order of time; periods without iterations are left out
 * @param periodNs how long each was in the mean, with the time between them: all periods together are as long as the run
 */
public record LatencyPeriods(RunId runId, List<Period> periods, long periodNs) {
    private static final long NANOS_PER_MS = 1_000_000;

    /** Four years. A damaged recording may say that it is longer than any number of nanoseconds. */
    private static final long MAX_MS = Long.MAX_VALUE / NANOS_PER_MS / 64;

    public LatencyPeriods {
        periods = List.copyOf(periods);
    }

    /** How long all periods were together. */
    public long lengthNs() {
        return periodNs * periods.size();
    }

    /**
     * Latencies of one period.
     *
     * @param all of them
     * @param unsampled those among them that were meant to start while the sampler was off; none unless a run measures the overhead of sampling
     */
    public record Period(LatencyCounts all, LatencyCounts unsampled) {
        /** The others. */
        public LatencyCounts sampled() {
            return all.minus(unsampled);
        }
    }

    /** How often each value of a histogram occurred. HdrHistogram's own iterator does more for each bucket, and takes 1.6 times as long. */
    public static LatencyCounts counts(Histogram histogram) {
        long[] valuesNs = new long[64];
        long[] counts = new long[64];
        int size = 0;
        long maxNs = histogram.getMaxValue();
        long endNs = histogram.getMinValue() - 1;
        // Not a loop over values up to the largest: one after it may not exist.
        while (endNs < maxNs) {
            long ns = endNs + 1;
            endNs = histogram.highestEquivalentValue(ns);
            long count = histogram.getCountAtValue(ns);
            if (count > 0) {
                if (size == counts.length) {
                    valuesNs = Arrays.copyOf(valuesNs, 2 * size);
                    counts = Arrays.copyOf(counts, 2 * size);
                }
                valuesNs[size] = endNs;
                counts[size++] = count;
            }
        }
        return LatencyCounts.ofFirst(size, valuesNs, counts);
    }

    /** The periods of one run while a log is read. */
    static final class Reading {
        private final RunOutcome run;
        private final TreeMap<Long, Parts> parts = new TreeMap<>();

        Reading(RunOutcome run) {
            this.run = run;
        }

        /** Whether periods are made of such intervals. */
        static boolean wants(CountedInterval interval) {
            return interval.name().equals(Series.LATENCY) || interval.name().equals(Series.UNSAMPLED);
        }

        void add(CountedInterval interval) {
            parts.computeIfAbsent(interval.startEpochMs(), start -> new Parts()).add(interval);
        }

        LatencyPeriods periods() {
            return new LatencyPeriods(
                    run.runId(), parts.values().stream().map(Parts::period).toList(), meanNs());
        }

        private long meanNs() {
            // There may be no iteration at the beginning or at the end of a run, and the recording goes on a little
            // behind it.
            long startMs = Math.min(run.startEpochMs(), parts.firstKey());
            long endMs = Math.max(run.endEpochMs(), parts.lastEntry().getValue().endEpochMs);
            long allMs = Math.min(MAX_MS, endMs - startMs);
            return Math.max(1, allMs) * NANOS_PER_MS / parts.size();
        }
    }

    /** Parts of the log for one period. */
    private static final class Parts {
        private LatencyCounts all = LatencyCounts.NONE;
        private LatencyCounts unsampled = LatencyCounts.NONE;
        private long endEpochMs;

        private void add(CountedInterval interval) {
            endEpochMs = interval.endEpochMs();
            if (interval.name().equals(Series.UNSAMPLED)) {
                unsampled = interval.counts();
            } else {
                all = interval.counts();
            }
        }

        private Period period() {
            return new Period(all, unsampled);
        }
    }
}
