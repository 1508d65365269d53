package io.straggler;

import io.straggler.harness.Intervals;
import io.straggler.harness.LatencyLog;
import io.straggler.jfr.RecordingException;
import io.straggler.jfr.Recordings;
import io.straggler.model.RunDescription;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.SamplerSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The folders of several measured JVMs, made into one: histograms merged, recordings appended, outcomes listed. */
public final class MergedRun {
    private MergedRun() {}

    /**
     * Merges the forks that left a {@code run.json} into {@code target}.
     *
     * @param missing a sentence for each fork that left none
     * @throws RunFolderException if a file cannot be written, or there is nothing to merge
     */
    public static void into(RunFolder target, List<RunFolder> forks, List<String> missing) {
        List<RunDescription> runs = new ArrayList<>();
        List<Intervals> intervals = new ArrayList<>();
        List<String> problems = new ArrayList<>(missing);
        for (RunFolder fork : forks) {
            runs.add(fork.readRun());
            if (Files.exists(fork.latencyLog())) {
                intervals.add(LatencyLog.read(fork.latencyLog()));
            }
            append(target.recording(), fork.recording(), problems);
        }
        try {
            LatencyLog.write(target.latencyLog(), intervals);
        } catch (IOException e) {
            throw RunFolder.cannotWrite(target.latencyLog(), e);
        }
        target.write(merge(runs, problems));
    }

    private static void append(Path target, Path recording, List<String> problems) {
        if (!Files.exists(recording)) {
            return;
        }
        try {
            problems.addAll(Recordings.append(target, recording));
        } catch (RecordingException e) {
            problems.add("A fork's recording could not be kept: " + e.getMessage());
        }
    }

    private static RunDescription merge(List<RunDescription> forks, List<String> problems) {
        if (forks.isEmpty()) {
            throw new RunFolderException("no fork left a result" + (problems.isEmpty() ? "" : ": " + problems.get(0)));
        }
        RunDescription first = forks.get(0);
        List<RunOutcome> runs =
                forks.stream().flatMap(fork -> fork.runs().stream()).toList();
        Set<String> warnings = new LinkedHashSet<>();
        forks.forEach(fork -> warnings.addAll(fork.warnings()));
        RunDescription worst = forks.stream()
                .reduce((a, b) -> b.status().compareTo(a.status()) > 0 ? b : a)
                .orElseThrow();
        boolean lost = !problems.isEmpty();
        warnings.addAll(problems);
        return new RunDescription(
                RunDescription.SCHEMA_VERSION,
                first.task(),
                first.optionsGiven(),
                first.optionsResolved(),
                first.environment(),
                runs,
                sum(forks),
                lost ? RunStatus.FAILED : worst.status(),
                lost ? problems.get(0) : worst.reason(),
                List.copyOf(warnings));
    }

    private static SamplerSummary sum(List<RunDescription> forks) {
        return forks.stream()
                .map(RunDescription::sampler)
                .reduce(MergedRun::sum)
                .orElseThrow();
    }

    private static SamplerSummary sum(SamplerSummary a, SamplerSummary b) {
        boolean fallback = b.mode().compareTo(a.mode()) > 0;
        return new SamplerSummary(
                fallback ? b.mode() : a.mode(),
                fallback ? b.why() : a.why(),
                Math.max(a.armDelayNs(), b.armDelayNs()),
                a.signalsSent() + b.signalsSent(),
                a.capturesTaken() + b.capturesTaken(),
                a.baselineCaptures() + b.baselineCaptures(),
                a.cappedIterations() + b.cappedIterations(),
                a.lateTotalNs() + b.lateTotalNs(),
                Math.max(a.lateMaxNs(), b.lateMaxNs()));
    }
}
