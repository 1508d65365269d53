package io.straggler.harness.series;

import io.straggler.model.LatencyCounts;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import io.straggler.model.Series;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Sums over the intervals of a log, found in one reading, because decoding histograms takes longer than everything
 * else. Immutable.
 */
public final class LogSummary {
    /** Stamps are in whole milliseconds. */
    private static final long CLOCK_MS = 1;

    private final Map<String, SeriesSummary> overall = new LinkedHashMap<>();
    private final Map<RunId, Map<String, SeriesSummary>> byRun = new TreeMap<>();
    private final Map<RunId, LatencyPeriods.Reading> periods = new TreeMap<>();
    private final boolean severalRuns;

    private LogSummary(boolean severalRuns) {
        this.severalRuns = severalRuns;
    }

    /**
     * One of several logs. What is in another may have been measured at the same time.
     *
     * @param runs to tell by their times which of them an interval belongs to; those of none are in what is said of all runs alone
     */
    public record Log(Intervals intervals, List<RunOutcome> runs) {}

    /** Reads one log, as {@link Log} says. */
    public static LogSummary of(Intervals intervals, List<RunOutcome> runs) throws IOException {
        return of(List.of(new Log(intervals, runs)));
    }

    /** Reads several logs as if they were one. */
    public static LogSummary of(List<Log> logs) throws IOException {
        LogSummary summary =
                new LogSummary(logs.stream().mapToInt(log -> log.runs().size()).sum() > 1);
        for (Log log : logs) {
            log.intervals().forEachCounted(interval -> summary.add(interval, log.runs()));
        }
        return summary;
    }

    private void add(CountedInterval interval, List<RunOutcome> runs) {
        overall.computeIfAbsent(interval.name(), SeriesSummary::new).add(interval);
        runOf(interval, runs).ifPresent(run -> {
            if (severalRuns) {
                byRun.computeIfAbsent(run.runId(), id -> new LinkedHashMap<>())
                        .computeIfAbsent(interval.name(), SeriesSummary::new)
                        .add(interval);
            }
            if (LatencyPeriods.Reading.wants(interval)) {
                periods.computeIfAbsent(run.runId(), id -> new LatencyPeriods.Reading(run))
                        .add(interval);
            }
        });
    }

    /**
     * The run that most of an interval lies in. A recording begins before the schedule does and ends after its last iteration, on a busy
     * machine by more than the run takes; but never does it reach into another run.
     */
    private static Optional<RunOutcome> runOf(CountedInterval interval, List<RunOutcome> runs) {
        return runs.stream()
                .filter(run -> commonMs(interval, run) >= -CLOCK_MS)
                .max(Comparator.comparingLong(run -> commonMs(interval, run)));
    }

    /** How long an interval and a run have in common; below zero is how far they are apart. */
    private static long commonMs(CountedInterval interval, RunOutcome run) {
        return Math.min(interval.endEpochMs(), run.endEpochMs())
                - Math.max(interval.startEpochMs(), run.startEpochMs());
    }

    /** Each series over everything, and, where there are several runs, run by run. */
    public List<Series> series() {
        List<Series> series = new ArrayList<>();
        overall.values().forEach(summary -> series.add(summary.series(null)));
        byRun.forEach((runId, summaries) -> summaries.values().forEach(summary -> series.add(summary.series(runId))));
        return series;
    }

    /** How often each value of one series occurred; none if the log has no such series. */
    public LatencyCounts counts(String name) {
        SeriesSummary summary = overall.get(name);
        return summary == null ? LatencyCounts.NONE : summary.counts();
    }

    /** The latencies of every run by period. */
    public List<LatencyPeriods> periods() {
        return periods.values().stream().map(LatencyPeriods.Reading::periods).toList();
    }
}
