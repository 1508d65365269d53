package io.straggler.compare;

import io.straggler.RunFolder;
import io.straggler.anyrecording.AnyRecordingAnalysis;
import io.straggler.compare.IncomparableException.Reason;
import io.straggler.compare.result.ComparedSide;
import io.straggler.compare.result.DiagnosisSums;
import io.straggler.diagnosis.statistics.Fork;
import io.straggler.diagnosis.statistics.Side;
import io.straggler.harness.Threshold;
import io.straggler.harness.series.LogSummary;
import io.straggler.jfr.anyrecording.IterationQuery;
import io.straggler.model.Notice;
import io.straggler.model.RunDescription;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import io.straggler.model.SamplerSummary;
import io.straggler.model.Series;
import io.straggler.model.text.FileErrors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Run folders that measured the same, or recordings of one program, read as one side of a comparison. Forks of different places are different forks.
 *
 * @param side what the files say
 * @param forks the latencies, JVM by JVM
 */
public record RunSet(ComparedSide side, List<Fork> forks) {
    public RunSet {
        forks = List.copyOf(forks);
    }

    /**
     * Reads the folders.
     *
     * @param label what to call them
     * @throws io.straggler.RunFolderException if a folder cannot be read
     * @throws IncomparableException if one is named twice or holds a run that failed, or if they did not measure the same
     */
    public static RunSet read(String label, List<RunFolder> folders) {
        DifferentFiles.require(label, folders.stream().map(RunFolder::path).toList());
        return of(label, folders.stream().map(ComparedRun::of).toList());
    }

    /**
     * Reads recordings of any program, each of another JVM.
     *
     * @param label what to call them
     * @param query which of their events are iterations
     * @param threshold from which latency on one is an outlier; what it comes to in the first recording counts for all
     * @throws io.straggler.jfr.chunk.RecordingException if one is no recording, or holds no such iterations
     * @throws IllegalArgumentException if too few iterations of the first lie above the threshold to know it
     * @throws IncomparableException if one is named twice
     */
    public static RunSet readRecordings(String label, List<Path> files, IterationQuery query, Threshold threshold)
            throws IOException {
        DifferentFiles.require(label, files);
        List<ComparedRun> read = new ArrayList<>();
        Threshold known = threshold;
        for (Path file : files) {
            ComparedRun one = ComparedRun.of(file, AnyRecordingAnalysis.of(file, query, known));
            known = new Threshold.Fixed(one.run().thresholdNs());
            read.add(one);
        }
        return of(label, read);
    }

    private static RunSet of(String label, List<ComparedRun> read) {
        List<RunDescription> runs = read.stream().map(ComparedRun::run).toList();
        List<LogSummary.Log> logs = new ArrayList<>();
        int jvms = 0;
        for (ComparedRun one : read) {
            one.requireUsable();
            Comparability.requireSame(label, runs.get(0), one.run());
            logs.add(new LogSummary.Log(one.intervals(), renumbered(one.run().runs(), jvms)));
            jvms += one.jvms();
        }
        RunDescription merged =
                merged(runs, logs.stream().flatMap(log -> log.runs().stream()).toList());
        LogSummary log = log(logs);
        List<Fork> forks = new ArrayList<>();
        int before = 0;
        for (ComparedRun one : read) {
            forks.addAll(one.forks(log, before));
            before += one.jvms();
        }
        DiagnosisSums sums = read.stream()
                .map(one -> one.sums().get())
                .reduce(DiagnosisSums::plus)
                .orElseThrow();
        long measuredMs = merged.runs().stream()
                .mapToLong(run -> run.endEpochMs() - run.startEpochMs())
                .sum();
        List<String> places = read.stream().map(ComparedRun::place).toList();
        return new RunSet(new ComparedSide(label, places, merged, log.series(), sums, measuredMs * 1_000_000), forks);
    }

    /** Returns this set under another name. */
    public RunSet named(String name) {
        return new RunSet(side.named(name), forks);
    }

    /** Returns the side that statistics need. */
    public Side latencies() {
        return new Side(side.label(), forks);
    }

    /** The latency of an ordinary iteration: the median; zero when it is not known. */
    public long normalNs() {
        return side.series().stream()
                .filter(series -> series.name().equals(Series.LATENCY) && series.runId() == null)
                .flatMap(series -> series.percentiles().stream())
                .filter(point -> point.percentile() >= 50)
                .mapToLong(Series.Point::valueNs)
                .findFirst()
                .orElse(0);
    }

    /** The latencies of every JVM of a folder. */
    public static List<Fork> forks(RunFolder folder) {
        ComparedRun read = ComparedRun.of(folder);
        return read.forks(
                log(List.of(new LogSummary.Log(read.intervals(), read.run().runs()))), 0);
    }

    /** @param log of this folder */
    public static List<Fork> forks(RunFolder folder, LogSummary log) {
        return ComparedRun.of(folder).forks(log, 0);
    }

    private static LogSummary log(List<LogSummary.Log> logs) {
        try {
            return LogSummary.of(logs);
        } catch (IOException e) {
            throw new IncomparableException(Reason.REQUEST, FileErrors.sentence(e));
        }
    }

    private static List<RunOutcome> renumbered(List<RunOutcome> runs, int first) {
        return runs.stream()
                .map(outcome -> renumbered(outcome, first + outcome.runId().fork()))
                .toList();
    }

    private static RunDescription merged(List<RunDescription> runs, List<RunOutcome> outcomes) {
        RunDescription first = runs.get(0);
        return first.toBuilder()
                .runs(outcomes)
                .sampler(runs.stream()
                        .map(RunDescription::sampler)
                        .reduce(SamplerSummary::plus)
                        .orElseThrow())
                .notices(
                        Notice.joined(runs.stream().map(RunDescription::notices).toList()))
                .build();
    }

    private static RunOutcome renumbered(RunOutcome outcome, int fork) {
        return outcome.toBuilder().runId(new RunId(fork, outcome.runId().run())).build();
    }
}
