package io.straggler.harness.series;

import io.straggler.model.LatencyCounts;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import io.straggler.model.Series;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;

/**
 * The latencies of one run by period, which is an interval of its log: what statistics resample.
 *
 * @param runId which run
 * @param periods in order of time; periods without iterations are left out
 * @param periodNs how long each was: the median
 */
public record LatencyPeriods(RunId runId, List<Period> periods, long periodNs) {
    public LatencyPeriods {
        periods = List.copyOf(periods);
    }

    /**
     * Latencies of one period.
     *
     * @param all of them
     * @param unsampled those among them that were meant to start while the sampler rested; none unless a run measures the overhead of sampling
     */
    public record Period(LatencyCounts all, LatencyCounts unsampled) {
        /** The others. */
        public LatencyCounts sampled() {
            return all.minus(unsampled);
        }
    }

    /**
     * Reads the intervals of every run.
     *
     * @param runs to tell by their times which run an interval belongs to; intervals of none are left out
     */
    public static List<LatencyPeriods> of(Intervals intervals, List<RunOutcome> runs) throws IOException {
        Map<RunId, TreeMap<Long, Parts>> byRun = new TreeMap<>();
        intervals.forEach(interval -> {
            boolean unsampled = Series.UNSAMPLED.equals(interval.getTag());
            if (!unsampled && !Series.LATENCY.equals(interval.getTag())) {
                return;
            }
            LatencyLog.runOf(interval, runs)
                    .ifPresent(run -> byRun.computeIfAbsent(run.runId(), id -> new TreeMap<>())
                            .computeIfAbsent(interval.getStartTimeStamp(), start -> new Parts())
                            .add(interval, unsampled));
        });
        List<LatencyPeriods> all = new ArrayList<>();
        byRun.forEach((runId, parts) -> all.add(new LatencyPeriods(
                runId, parts.values().stream().map(Parts::period).toList(), medianNs(parts))));
        return all;
    }

    private static long medianNs(TreeMap<Long, Parts> parts) {
        long[] lengthsMs = parts.values().stream()
                .mapToLong(part -> part.lengthMs)
                .sorted()
                .toArray();
        return Math.max(1, lengthsMs[lengthsMs.length / 2]) * 1_000_000;
    }

    /** How often each value of a histogram occurred. */
    public static LatencyCounts counts(Histogram histogram) {
        LongStream.Builder valuesNs = LongStream.builder();
        LongStream.Builder counts = LongStream.builder();
        histogram.recordedValues().forEach(value -> {
            valuesNs.add(value.getValueIteratedTo());
            counts.add(value.getCountAtValueIteratedTo());
        });
        return new LatencyCounts(valuesNs.build().toArray(), counts.build().toArray());
    }

    /** What the log says of one interval. */
    private static final class Parts {
        private LatencyCounts all = LatencyCounts.NONE;
        private LatencyCounts unsampled = LatencyCounts.NONE;
        private long lengthMs;

        private void add(Histogram interval, boolean isUnsampled) {
            lengthMs = interval.getEndTimeStamp() - interval.getStartTimeStamp();
            if (isUnsampled) {
                unsampled = counts(interval);
            } else {
                all = counts(interval);
            }
        }

        private Period period() {
            return new Period(all, unsampled);
        }
    }
}
