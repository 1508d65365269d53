package io.straggler.harness.series;

import io.straggler.model.LatencyCounts;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import io.straggler.model.Series;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the intervals of a log add up to, found in one reading: to decode a histogram and to pass through it takes longer than anything that is done with what
 * it holds. Not changed any more once it is made.
 */
public final class LogSummary {
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
            log.intervals().forEach(interval -> summary.add(CountedInterval.of(interval), log.runs()));
        }
        return summary;
    }

    private void add(CountedInterval interval, List<RunOutcome> runs) {
        overall.computeIfAbsent(interval.series(), SeriesSummary::new).add(interval);
        runOf(interval.figures(), runs).ifPresent(run -> {
            if (severalRuns) {
                byRun.computeIfAbsent(run.runId(), id -> new LinkedHashMap<>())
                        .computeIfAbsent(interval.series(), SeriesSummary::new)
                        .add(interval);
            }
            if (LatencyPeriods.Reading.wants(interval)) {
                periods.computeIfAbsent(run.runId(), id -> new LatencyPeriods.Reading(run))
                        .add(interval);
            }
        });
    }

    private static Optional<RunOutcome> runOf(Series.Interval interval, List<RunOutcome> runs) {
        return runs.stream().filter(run -> within(interval, run)).findFirst();
    }

    private static boolean within(Series.Interval interval, RunOutcome run) {
        long middleMs = (interval.startEpochMs() + interval.endEpochMs()) / 2;
        // A recording begins a little before the schedule does and ends a little after its last iteration.
        return middleMs >= run.startEpochMs() - 1 && middleMs <= run.endEpochMs() + 1
                || interval.startEpochMs() >= run.startEpochMs() && interval.startEpochMs() <= run.endEpochMs();
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
