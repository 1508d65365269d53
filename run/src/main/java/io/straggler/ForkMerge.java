package io.straggler;

import io.straggler.harness.series.Intervals;
import io.straggler.harness.series.LatencyLog;
import io.straggler.jfr.chunk.RecordingException;
import io.straggler.jfr.chunk.Recordings;
import io.straggler.model.Notice;
import io.straggler.model.ProcessUse;
import io.straggler.model.RunDescription;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.SamplerSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The folders of several measured JVMs, made into one: histograms merged, recordings appended, outcomes listed. */
public final class ForkMerge {
    private ForkMerge() {}

    /**
     * Merges the forks that left a {@code run.json} into {@code target}. The files of a single fork are moved, not copied.
     *
     * @param missing a sentence for each fork that left none
     * @throws RunFolderException if a file cannot be written, or there is nothing to merge
     */
    public static void into(RunFolder target, List<RunFolder> forks, List<String> missing) {
        if (forks.size() == 1) {
            move(forks.get(0), target);
            if (!missing.isEmpty()) {
                target.write(merge(List.of(target.readRun()), missing, List.of()));
            }
            return;
        }
        List<RunDescription> runs = new ArrayList<>();
        List<Intervals> intervals = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        // A part of it may be left by an earlier attempt, which had no room for all.
        delete(target.recording());
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
        target.write(merge(runs, missing, problems));
    }

    private static void move(RunFolder fork, RunFolder target) {
        try {
            for (Path file : List.of(fork.recording(), fork.latencyLog(), fork.runJson())) {
                if (Files.exists(file)) {
                    Files.move(file, target.path().resolve(file.getFileName()));
                }
            }
        } catch (IOException e) {
            throw RunFolder.cannotWrite(target.path(), e);
        }
    }

    private static void delete(Path recording) {
        try {
            Files.deleteIfExists(recording);
        } catch (IOException e) {
            throw RunFolder.cannotWrite(recording, e);
        }
    }

    private static void append(Path target, Path recording, List<String> problems) {
        if (!Files.exists(recording)) {
            return;
        }
        try {
            problems.addAll(Recordings.append(target, recording));
        } catch (RecordingException e) {
            if (e.getCause() instanceof IOException cause) {
                throw RunFolder.cannotWrite(target, cause);
            }
            problems.add("A fork's recording could not be kept: " + e.getMessage());
        }
    }

    /** A fork that is missing makes the run a failed one; a recording that is not whole only costs stacks. */
    private static RunDescription merge(List<RunDescription> forks, List<String> missing, List<String> problems) {
        if (forks.isEmpty()) {
            throw new RunFolderException("no fork left a result" + (missing.isEmpty() ? "" : ": " + missing.get(0)));
        }
        RunDescription first = forks.get(0);
        List<RunOutcome> runs =
                forks.stream().flatMap(fork -> fork.runs().stream()).toList();
        RunDescription worst = forks.stream()
                .reduce((a, b) -> b.status().compareTo(a.status()) > 0 ? b : a)
                .orElseThrow();
        boolean lost = !missing.isEmpty();
        List<List<Notice>> notices = new ArrayList<>();
        forks.forEach(fork -> notices.add(fork.notices()));
        notices.add(missing.stream().map(Notice::of).toList());
        notices.add(problems.stream().map(Notice::of).toList());
        return first.toBuilder()
                .runs(runs)
                .sampler(forks.stream()
                        .map(RunDescription::sampler)
                        .reduce(SamplerSummary::plus)
                        .orElseThrow())
                .status(lost ? RunStatus.FAILED : worst.status(), lost ? missing.get(0) : worst.reason())
                .notices(Notice.joined(notices))
                .use(forks.stream()
                        .map(RunDescription::use)
                        .flatMap(Optional::stream)
                        .reduce(ProcessUse::plus))
                .build();
    }
}
