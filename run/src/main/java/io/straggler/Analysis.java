package io.straggler;

import io.straggler.accuracy.Accuracy;
import io.straggler.accuracy.AccuracyLine;
import io.straggler.diagnosis.Conclusions;
import io.straggler.diagnosis.LatencyStatistics;
import io.straggler.diagnosis.statistics.Difference;
import io.straggler.diagnosis.statistics.Fork;
import io.straggler.flamegraph.json.DiagnosisJsonFormat;
import io.straggler.flamegraph.report.HtmlReport;
import io.straggler.flamegraph.report.ReportData;
import io.straggler.harness.series.Intervals;
import io.straggler.harness.series.LatencyLog;
import io.straggler.harness.series.LatencyPeriods;
import io.straggler.harness.series.LatencyPeriods.Period;
import io.straggler.harness.series.LogSummary;
import io.straggler.harness.series.RecordedIntervals;
import io.straggler.jfr.chunk.RecordingException;
import io.straggler.jfr.chunk.RecordingFiles;
import io.straggler.jfr.read.RecordingReader;
import io.straggler.jfr.read.StackDetail;
import io.straggler.model.AskedThreshold;
import io.straggler.model.BelowThreshold;
import io.straggler.model.ClockError;
import io.straggler.model.LatencyCounts;
import io.straggler.model.Notice;
import io.straggler.model.RecordedRun;
import io.straggler.model.RunDescription;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.SamplerSummary;
import io.straggler.model.Series;
import io.straggler.model.text.Durations;
import io.straggler.model.text.FileErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Files of a run, put together: description, series and diagnosis.
 *
 * @param run what was run and how it ended
 * @param series percentiles and intervals of every series
 * @param conclusions what was concluded about the outliers
 * @param folder where the files are, or null for a recording on its own
 */
public record Analysis(
        RunDescription run,
        List<Series> series,
        Conclusions conclusions,
        @Nullable RunFolder folder) {
    private static final String CLOCK = "recording clock";

    /**
     * Reads a run folder. A recording that is missing or broken costs the stacks, not the rest.
     *
     * @throws RunFolderException if there is no readable {@code run.json}
     */
    public static Analysis of(RunFolder folder) {
        return of(folder, folder.readRun(), folder.recording());
    }

    /**
     * Analyses a folder that is not finished.
     *
     * @param described may say more than {@code run.json}
     * @param recording what there is of it, wherever it lies
     */
    public static Analysis of(RunFolder folder, RunDescription described, Path recording) {
        return of(folder, described, recording, StackDetail.METHODS);
    }

    /** Analysis with stacks in the detail that is asked for. */
    public static Analysis of(RunFolder folder, RunDescription described, Path recording, StackDetail detail) {
        RunDescription run = described;
        RecordedRun recorded = RecordedRun.builder().build();
        if (Files.exists(recording)) {
            List<String> problems = new ArrayList<>();
            List<String> notes = new ArrayList<>();
            try {
                recorded = RecordingReader.read(recording, detail);
                problems.addAll(recorded.problems());
                notes.addAll(recorded.notes());
            } catch (RecordingException e) {
                problems.add("The recording could not be read: " + e.getMessage());
            }
            problems.removeAll(described.warnings());
            notes.removeAll(described.warnings());
            if (!described.ofAnyProgram()) {
                run = withMissing(run, recorded, folder.intervals(), !problems.isEmpty());
            }
            for (String problem : problems) {
                run = run.warned(problem);
            }
            for (String note : notes) {
                run = run.warned(note);
            }
        } else {
            run = run.warned("There is no recording: outliers are counted, but neither listed nor explained.");
        }
        recorded = recorded.completed(run);
        run = withInnocent(run, recorded.sampler());
        run = run.withFact(CLOCK, clock(recorded.clock()));
        return conclude(run, folder.intervals(), recorded, folder);
    }

    /** The sampler counted without knowing the threshold that was chosen in the end. */
    private static RunDescription withInnocent(RunDescription run, @Nullable SamplerSummary recorded) {
        return recorded == null || recorded.innocentCaptures() <= run.sampler().innocentCaptures()
                ? run
                : run.toBuilder()
                        .sampler(run.sampler().withInnocentCaptures(recorded.innocentCaptures()))
                        .build();
    }

    /**
     * The run's own figures stand. What was recorded may be less than the run reported: because the recording is damaged, which the run did not know
     * when it ended, or because nothing was recorded at times, since the task had stopped the recording or the JVM was ending.
     */
    private static RunDescription withMissing(
            RunDescription run, RecordedRun recorded, Intervals intervals, boolean damaged) {
        long left = recorded.outliers().size() + recorded.dropped();
        if (left >= run.outliers()) {
            return run;
        }
        long reported = run.outliers() - run.onlyCounted() - unsampled(run, intervals);
        if (left >= reported) {
            return run;
        }
        if (!damaged) {
            return run.noted(Notice.of(Notice.Code.NOT_RECORDED, reported - left, run.outliers()));
        }
        return run.status() == RunStatus.FAILED
                ? run
                : run.failed("the recording is damaged: " + recorded.outliers().size() + " of " + reported
                        + " outliers are left in it. Percentiles are those of the whole run; causes, stacks and"
                        + " predictions are of what is left");
    }

    private static long unsampled(RunDescription run, Intervals intervals) {
        try {
            return unsampled(run, LogSummary.of(intervals, run.runs()));
        } catch (IOException e) {
            return 0; // Whoever concludes reads it again, and says so.
        }
    }

    /** How many outliers came while the sampler was off, and were not reported; at most, where thresholds of forks differ. */
    private static long unsampled(RunDescription run, LogSummary log) {
        long thresholdNs =
                run.runs().stream().mapToLong(RunOutcome::thresholdNs).min().orElse(0);
        LatencyCounts latencies = log.counts(Series.UNSAMPLED);
        long[] counts = latencies.counts();
        return Arrays.stream(counts, latencies.bucketOf(thresholdNs), counts.length)
                .sum();
    }

    private static Analysis conclude(
            RunDescription run, Intervals intervals, RecordedRun recorded, @Nullable RunFolder folder) {
        try {
            LogSummary log = LogSummary.of(intervals, run.runs());
            List<Series> series = log.series().stream()
                    .filter(one -> !one.name().equals(Series.UNSAMPLED))
                    .map(one -> one.name().equals(Series.LATENCY) ? one.withLargest(worstNs(run, one)) : one)
                    .toList();
            // Outliers that came while the sampler was off are not reported, so a replay must not expect them.
            LatencyCounts latencies = log.counts(Series.LATENCY).minus(log.counts(Series.UNSAMPLED));
            LatencyStatistics statistics = statistics(log.periods(), unsampled(run, log));
            Conclusions conclusions =
                    Conclusions.of(recorded, normalNs(run, series), latencies).measured(statistics);
            RunDescription whole =
                    folder == null ? run : cut(run, log.counts(Series.LATENCY).total());
            if (recorded.refusedThreads() > 0) {
                whole = whole.noted(Notice.of(Notice.Code.REFUSED_THREADS, recorded.refusedThreads()));
            }
            long leftOut = conclusions.diagnosis().leftOut();
            RunDescription told = leftOut == 0 ? whole : whole.warned(leftOut(leftOut));
            RunDescription warned =
                    statistics.drift().map(Analysis::unsteady).map(told::warned).orElse(told);
            return new Analysis(shorterCauses(warned, latencies), series, conclusions, folder);
        } catch (IOException e) {
            throw new RunFolderException(
                    (folder == null
                                    ? "the recording's histograms must be readable: "
                                    : "latency.hlog must be readable: ")
                            + FileErrors.reason(e),
                    e);
        }
    }

    /** This analysis with more notices. */
    public Analysis noted(List<Notice> more) {
        List<Notice> all = new ArrayList<>(run.notices());
        all.addAll(more);
        return new Analysis(run.toBuilder().notices(all).build(), series, conclusions, folder);
    }

    /** The longest iteration of a series, as its runs counted it. */
    private static long worstNs(RunDescription run, Series latencies) {
        return run.runs().stream()
                .filter(outcome -> latencies.runId() == null || outcome.runId().equals(latencies.runId()))
                .mapToLong(RunOutcome::worstNs)
                .max()
                .orElse(0);
    }

    /** Damaged lines of a log cost their intervals. What was not completed is in a log, too, so it may have more than the run counted. */
    private static RunDescription cut(RunDescription run, long left) {
        return left < run.iterations() && run.status() != RunStatus.FAILED
                ? run.failed(RunFolder.damagedLog(left, run.iterations()) + ". Percentiles are those of what is left")
                : run;
    }

    /** A user who chose a duration as threshold knows what is below it. */
    private static RunDescription shorterCauses(RunDescription run, LatencyCounts latencies) {
        return run.settings()
                .threshold()
                .filter(asked -> asked.kind() != AskedThreshold.Kind.TIME)
                .flatMap(asked -> BelowThreshold.of(latencies, run.thresholdNs())
                        .map(below -> run.warned(BelowThresholdNote.sentence(below, asked))))
                .orElse(run);
    }

    private static LatencyStatistics statistics(List<LatencyPeriods> runs, long unsampledOutliers) {
        return LatencyStatistics.of(
                forks(runs, Period::all),
                forks(runs, Period::unsampled),
                forks(runs, Period::sampled),
                unsampledOutliers);
    }

    private static List<Fork> forks(List<LatencyPeriods> runs, Function<Period, LatencyCounts> part) {
        return runs.stream()
                .map(run -> new Fork(
                        run.runId().toString(), run.periods().stream().map(part).toList(), run.periodNs()))
                .toList();
    }

    private static String leftOut(long outliers) {
        return String.format(
                Locale.ROOT,
                "%,d outlier%s had not all events and stacks of %s time looked at: too many overlap. The slowest come first;"
                        + " a higher --threshold leaves fewer.",
                outliers,
                outliers == 1 ? "" : "s",
                outliers == 1 ? "its" : "their");
    }

    private static String unsteady(Difference drift) {
        return "The run was not steady: " + drift.metric().label() + " was "
                + Durations.format(Math.round(drift.a().orElse(0))) + " in its first half and "
                + Durations.format(Math.round(drift.b().orElse(0)))
                + " in its second. That is not by chance, so its percentiles depend on when it is measured: a longer"
                + " --warmup may help.";
    }

    /**
     * What an iteration normally takes: the median service time over all runs; for a recording of any program the median latency, since no
     * queue is known there. Zero if it is not known: if most events in a recording of any program are outliers, the recording may have left
     * out the quick ones. The agent counts all calls, so its recordings are excepted.
     */
    private static long normalNs(RunDescription run, List<Series> series) {
        if (run.ofAnyProgram()
                && !run.environment().containsKey(RunDescription.METHODS)
                && 2 * run.outliers() > run.iterations()) {
            return 0;
        }
        String name = run.ofAnyProgram() ? Series.LATENCY : Series.SERVICE;
        return series.stream()
                .filter(one -> one.name().equals(name) && one.runId() == null)
                .flatMap(one -> one.percentiles().stream())
                .filter(point -> point.percentile() >= 50)
                .mapToLong(Series.Point::valueNs)
                .findFirst()
                .orElse(0);
    }

    /** How far an instant of the recording may be off. */
    private static String clock(ClockError error) {
        return error.pairs() == 0
                ? "not mapped: the recording holds no pair of clock readings"
                : "mapped to nanoTime by " + error.pairs() + " paired readings; off by "
                        + Durations.format(error.medianNs()) + " in the median, "
                        + Durations.format(error.maxNs()) + " at worst";
    }

    /**
     * Reads a recording on its own, such as the one of {@code -XX:StartFlightRecording}.
     *
     * @throws RecordingException if it is no recording
     */
    public static Analysis of(Path recording) {
        return of(recording, StackDetail.METHODS);
    }

    /** Analysis with stacks in the detail that is asked for. */
    public static Analysis of(Path recording, StackDetail detail) {
        try (RecordingFiles files = RecordingFiles.open(recording)) {
            return of(files, detail);
        }
    }

    /** Analysis of several files as one recording; they stay open. */
    public static Analysis of(RecordingFiles recording, StackDetail detail) {
        RecordedRun recorded = RecordingReader.read(recording, detail);
        RunDescription run = describe(recorded, recording);
        RecordedIntervals intervals = new RecordedIntervals(recorded.intervals());
        if (intervals.damaged() > 0) {
            run = run.warned(recording.name() + ": " + intervals.damaged() + " of "
                    + recorded.intervals().size() + " histograms are damaged; the percentiles are without them.");
        }
        return conclude(run, intervals, recorded, null);
    }

    /**
     * Concludes from what was read of somewhere else.
     *
     * @param run what was run and how it ended
     * @param intervals of every series
     * @param recorded what was recorded around the outliers
     */
    public static Analysis of(RunDescription run, Intervals intervals, RecordedRun recorded) {
        return conclude(run, intervals, recorded, null);
    }

    private static RunDescription describe(RecordedRun recorded, RecordingFiles recording) {
        List<RunOutcome> runs = recorded.runs().stream()
                .sorted(Comparator.comparing(RunOutcome::runId))
                .toList();
        RunOutcome worst =
                runs.stream().max(Comparator.comparing(RunOutcome::status)).orElse(null);
        SamplerSummary sampler =
                recorded.sampler() == null ? SamplerSummary.off("the recording does not say") : recorded.sampler();
        RunDescription run = RunDescription.of(
                        recorded.task().isEmpty()
                                ? Path.of(recording.name()).getFileName().toString()
                                : recorded.task())
                .environment(recorded.environment())
                .runs(runs)
                .sampler(sampler)
                .status(
                        worst == null ? RunStatus.FAILED : worst.status(),
                        worst == null ? "the recording holds no finished run of Straggler" : worst.reason())
                .notices(recorded.problemsAndNotes().stream().map(Notice::of).toList())
                .build();
        return run.withFact(CLOCK, clock(recorded.clock()));
    }

    /** The interval histograms of every series: of the folder's log, or those of a recording on its own that are not damaged. */
    public Intervals intervals(Path recording) {
        return folder == null
                ? new RecordedIntervals(RecordingReader.read(recording).intervals())
                : LatencyLog.read(folder.latencyLog());
    }

    /** The interval histograms of a recording on its own of several files, those left out that are damaged. */
    public Intervals intervals(RecordingFiles recording) {
        return new RecordedIntervals(
                RecordingReader.read(recording, StackDetail.METHODS).intervals());
    }

    /**
     * Writes {@code diagnosis.json} and {@code report.html} into the folder.
     *
     * @throws IllegalStateException if this is of a recording on its own
     */
    public void write() {
        RunFolder whole = wholeFolder();
        try {
            writeJson(whole.diagnosisJson());
        } finally {
            writeReport(whole.report());
        }
    }

    /**
     * Writes the percentile distribution of each series beside the other files of the folder.
     *
     * @throws IllegalStateException if this is of a recording on its own
     */
    public void writeDistributions() {
        RunFolder whole = wholeFolder();
        try {
            LatencyLog.writeDistributions(LatencyLog.read(whole.latencyLog()), whole.path());
        } catch (IOException e) {
            throw RunFolder.cannotWrite(whole.path(), e);
        }
    }

    private RunFolder wholeFolder() {
        if (folder == null) {
            throw new IllegalStateException(
                    "analysis must be of a run folder to be written into it: task=" + run.task());
        }
        return folder;
    }

    public void writeJson(Path file) {
        try {
            DiagnosisJsonFormat.write(run, series, conclusions, file);
        } catch (IOException e) {
            throw RunFolder.cannotWrite(file, e);
        }
    }

    public void writeReport(Path file) {
        try {
            String accuracy = conclusions.budget().latencyNs() == 0 || run.ofAnyProgram()
                    ? ""
                    : AccuracyLine.of(
                            Accuracy.ofThisMachine(
                                    run.thresholdNs(), conclusions.diagnosis().asynchronous()),
                            conclusions.diagnosis().asynchronous(),
                            conclusions.budget().causes());
            HtmlReport.write(new ReportData(run, series, conclusions, accuracy), file);
        } catch (IOException e) {
            throw RunFolder.cannotWrite(file, e);
        }
    }
}
