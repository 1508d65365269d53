package io.straggler.compare;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.anyrecording.AnyRecordingAnalysis;
import io.straggler.compare.IncomparableException.Reason;
import io.straggler.compare.json.DiagnosisSumsReader;
import io.straggler.compare.result.DiagnosisSums;
import io.straggler.diagnosis.statistics.Fork;
import io.straggler.harness.series.Intervals;
import io.straggler.harness.series.LatencyLog;
import io.straggler.harness.series.LatencyPeriods;
import io.straggler.harness.series.LogSummary;
import io.straggler.harness.series.RecordedIntervals;
import io.straggler.model.LatencyCounts;
import io.straggler.model.RecordedInterval;
import io.straggler.model.RunDescription;
import io.straggler.model.RunStatus;
import io.straggler.model.Series;
import io.straggler.model.text.FileErrors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Measurements in one place, as far as a comparison needs them.
 *
 * @param place the run folder, or the recording
 * @param run what was run
 * @param intervals of every series
 * @param sums what was concluded about its outliers; asked for once, when all else is known to be comparable
 */
record ComparedRun(String place, RunDescription run, Intervals intervals, Supplier<DiagnosisSums> sums) {
    /**
     * Least share of a run's iterations in the intervals of its log: one at the edge of a run may be in no interval.
     */
    private static final double MOST_OF_A_LOG = 0.99;

    /** @throws io.straggler.RunFolderException if it cannot be read */
    static ComparedRun of(RunFolder folder) {
        return new ComparedRun(
                folder.path().toString(), folder.readRun(), LatencyLog.read(folder.latencyLog()), () -> sums(folder));
    }

    /** Returns the sums of the diagnosis that was made after the run; otherwise diagnoses now. */
    private static DiagnosisSums sums(RunFolder folder) {
        try {
            return DiagnosisSumsReader.read(folder.diagnosisJson())
                    .orElseGet(() -> DiagnosisSums.of(Analysis.of(folder).conclusions()));
        } catch (IOException e) {
            throw new IncomparableException(
                    Reason.REQUEST,
                    "the diagnosis must be readable: " + folder.diagnosisJson() + ": " + FileErrors.sentence(e));
        }
    }

    /** Keeps of a recording's analysis what a comparison needs, without outliers and evidence, so that many fit into memory. */
    static ComparedRun of(Path recording, AnyRecordingAnalysis foreign) throws IOException {
        List<RecordedInterval> encoded = new ArrayList<>();
        foreign.intervals().forEach(interval -> encoded.add(LatencyLog.record(interval)));
        DiagnosisSums sums = DiagnosisSums.of(foreign.analysis().conclusions());
        return new ComparedRun(
                recording.toString(), foreign.analysis().run(), new RecordedIntervals(encoded), () -> sums);
    }

    void requireUsable() {
        if (run.status() != RunStatus.OK) {
            throw new IncomparableException(
                    Reason.RUN,
                    place + " holds a run that "
                            + (run.status() == RunStatus.FAILED ? "failed" : "was saturated")
                            + ", so it cannot be compared: " + run.reason());
        }
    }

    /** How many numbers its JVMs take: one that left nothing has a number, too. */
    int jvms() {
        return 1
                + run.runs().stream()
                        .mapToInt(outcome -> outcome.runId().fork())
                        .max()
                        .orElse(0);
    }

    /**
     * The latencies of every JVM.
     *
     * @param log of this and perhaps of others
     * @param first what is added in it to the numbers of these JVMs
     */
    List<Fork> forks(LogSummary log, int first) {
        Map<Integer, List<LatencyCounts>> periods = new LinkedHashMap<>();
        Map<Integer, Long> lengthNs = new LinkedHashMap<>();
        for (LatencyPeriods one : log.periods()) {
            int fork = one.runId().fork() - first;
            if (fork >= 0 && fork < jvms()) {
                lengthNs.merge(fork, one.lengthNs(), Long::sum);
                one.periods()
                        .forEach(period -> periods.computeIfAbsent(fork, key -> new ArrayList<>())
                                .add(period.all()));
            }
        }
        if (periods.isEmpty()) {
            throw new IncomparableException(Reason.RUN, place + " holds no latencies to compare.");
        }
        long left = periods.values().stream()
                .flatMap(List::stream)
                .mapToLong(LatencyCounts::total)
                .sum();
        if (left < MOST_OF_A_LOG * run.iterations()) {
            throw damaged(left);
        }
        if (left < run.iterations()) {
            requireAllIterations();
        }
        return periods.entrySet().stream()
                .map(entry -> new Fork(
                        place + " fork " + entry.getKey(),
                        entry.getValue(),
                        lengthNs.getOrDefault(entry.getKey(), 0L)
                                / entry.getValue().size()))
                .toList();
    }

    /** Requires that the log has all iterations, whichever period of a run they are in: a damaged line costs one interval in a hundred or fewer. */
    private void requireAllIterations() {
        long[] recorded = new long[1];
        try {
            intervals.forEachCounted(interval -> {
                if (Series.LATENCY.equals(interval.series())) {
                    recorded[0] += interval.counts().total();
                }
            });
        } catch (IOException e) {
            throw new IncomparableException(Reason.REQUEST, FileErrors.sentence(e));
        }
        if (recorded[0] < run.iterations()) {
            throw damaged(recorded[0]);
        }
    }

    private IncomparableException damaged(long left) {
        return new IncomparableException(
                Reason.RUN, place + ": " + RunFolder.damagedLog(left, run.iterations()) + ", so it is not compared.");
    }
}
