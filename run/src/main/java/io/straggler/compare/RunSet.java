package io.straggler.compare;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.compare.IncomparableException.Reason;
import io.straggler.diagnosis.compare.ComparedSide;
import io.straggler.diagnosis.compare.DiagnosisSums;
import io.straggler.diagnosis.statistics.Fork;
import io.straggler.diagnosis.statistics.Side;
import io.straggler.flamegraph.json.DiagnosisSumsReader;
import io.straggler.harness.series.Intervals;
import io.straggler.harness.series.LatencyLog;
import io.straggler.harness.series.LatencyPeriods;
import io.straggler.model.LatencyCounts;
import io.straggler.model.RunDescription;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.SamplerSummary;
import io.straggler.model.Series;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Run folders that measured the same, read as one side of a comparison. Forks of different folders are different forks.
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
     * @throws IncomparableException if one holds a run that failed, or if they did not measure the same
     */
    public static RunSet read(String label, List<RunFolder> folders) {
        List<RunDescription> runs = folders.stream().map(RunFolder::readRun).toList();
        List<Fork> forks = new ArrayList<>();
        for (int i = 0; i < folders.size(); i++) {
            requireUsable(folders.get(i), runs.get(i));
            Comparability.requireSame(label, runs.get(0), runs.get(i));
            forks.addAll(forks(folders.get(i), runs.get(i)));
        }
        RunDescription merged = merged(runs);
        List<Series> series = series(folders, merged.runs());
        DiagnosisSums sums =
                folders.stream().map(RunSet::sums).reduce(DiagnosisSums::plus).orElseThrow();
        long measuredMs = merged.runs().stream()
                .mapToLong(run -> run.endEpochMs() - run.startEpochMs())
                .sum();
        List<String> places =
                folders.stream().map(folder -> folder.path().toString()).toList();
        return new RunSet(new ComparedSide(label, places, merged, series, sums, measuredMs * 1_000_000), forks);
    }

    /** What the statistics need of it. */
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

    private static void requireUsable(RunFolder folder, RunDescription run) {
        if (run.status() != RunStatus.OK) {
            throw new IncomparableException(
                    Reason.RUN,
                    folder.path() + " holds a run that "
                            + (run.status() == RunStatus.FAILED ? "failed" : "was saturated")
                            + ", so it cannot be compared: " + run.reason());
        }
    }

    /** The latencies of every JVM of a folder. */
    public static List<Fork> forks(RunFolder folder) {
        return forks(folder, folder.readRun());
    }

    static List<Fork> forks(RunFolder folder, RunDescription run) {
        Map<Integer, List<LatencyCounts>> periods = new LinkedHashMap<>();
        Map<Integer, Long> periodNs = new LinkedHashMap<>();
        try {
            for (LatencyPeriods one : LatencyPeriods.of(LatencyLog.read(folder.latencyLog()), run.runs())) {
                int fork = one.runId().fork();
                periodNs.merge(fork, one.periodNs(), Math::max);
                one.periods()
                        .forEach(period -> periods.computeIfAbsent(fork, key -> new ArrayList<>())
                                .add(period.all()));
            }
        } catch (IOException e) {
            throw new IncomparableException(
                    Reason.REQUEST, "the latencies of " + folder.path() + " must be readable: " + e.getMessage());
        }
        if (periods.isEmpty()) {
            throw new IncomparableException(Reason.RUN, folder.path() + " holds no latencies to compare.");
        }
        return periods.entrySet().stream()
                .map(entry -> new Fork(
                        folder.path() + " fork " + entry.getKey(), entry.getValue(), periodNs.get(entry.getKey())))
                .toList();
    }

    private static List<Series> series(List<RunFolder> folders, List<RunOutcome> runs) {
        Intervals all = consumer -> {
            for (RunFolder folder : folders) {
                LatencyLog.read(folder.latencyLog()).forEach(consumer);
            }
        };
        try {
            return LatencyLog.summarise(all, runs);
        } catch (IOException e) {
            throw new IncomparableException(Reason.REQUEST, "latencies must be readable: " + e.getMessage());
        }
    }

    /** As the run was diagnosed when it was over; otherwise diagnosed now. */
    private static DiagnosisSums sums(RunFolder folder) {
        try {
            return DiagnosisSumsReader.read(folder.diagnosisJson())
                    .orElseGet(() -> DiagnosisSums.of(Analysis.of(folder).conclusions()));
        } catch (IOException e) {
            throw new IncomparableException(
                    Reason.REQUEST,
                    "the diagnosis must be readable: " + folder.diagnosisJson() + ": " + e.getMessage());
        }
    }

    private static RunDescription merged(List<RunDescription> runs) {
        List<RunOutcome> outcomes = new ArrayList<>();
        Set<String> warnings = new LinkedHashSet<>();
        int forksBefore = 0;
        for (RunDescription run : runs) {
            int first = forksBefore;
            run.runs()
                    .forEach(outcome -> outcomes.add(
                            renumbered(outcome, first + outcome.runId().fork())));
            forksBefore += 1
                    + run.runs().stream()
                            .mapToInt(outcome -> outcome.runId().fork())
                            .max()
                            .orElse(0);
            warnings.addAll(run.warnings());
        }
        RunDescription first = runs.get(0);
        return new RunDescription(
                first.schemaVersion(),
                first.task(),
                first.optionsGiven(),
                first.optionsResolved(),
                first.environment(),
                outcomes,
                runs.stream()
                        .map(RunDescription::sampler)
                        .reduce(SamplerSummary::plus)
                        .orElseThrow(),
                first.status(),
                first.reason(),
                List.copyOf(warnings));
    }

    private static RunOutcome renumbered(RunOutcome outcome, int fork) {
        return new RunOutcome(
                new RunId(fork, outcome.runId().run()),
                outcome.originNs(),
                outcome.startEpochMs(),
                outcome.endEpochMs(),
                outcome.targetPerSecond(),
                outcome.achievedPerSecond(),
                outcome.iterations(),
                outcome.corrected(),
                outcome.outliers(),
                outcome.thresholdNs(),
                outcome.worstNs(),
                outcome.strayCompletions(),
                outcome.uncompleted(),
                outcome.status(),
                outcome.reason());
    }
}
