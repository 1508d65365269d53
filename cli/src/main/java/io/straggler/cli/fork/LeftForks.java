package io.straggler.cli.fork;

import io.straggler.Analysis;
import io.straggler.ForkMerge;
import io.straggler.RunFolder;
import io.straggler.cli.option.UsageException;
import io.straggler.harness.series.Intervals;
import io.straggler.harness.series.LatencyLog;
import io.straggler.jfr.chunk.RecordingException;
import io.straggler.jfr.keep.Retention;
import io.straggler.model.RunDescription;
import io.straggler.model.RunStatus;
import io.straggler.model.file.FolderTree;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Folders of measured JVMs that nobody brought together: because the process that does was killed, or because the disk was full.
 *
 * <p>A JVM that ended in an orderly way has left a {@code run.json}. One that was killed has left a recording at most; the {@code run.json} is made from
 * that, without percentiles, unless the recording has them.
 */
public final class LeftForks {
    /** A measured JVM whose parent process is gone writes its files within a second or two, unless the disk is slow. */
    private static final Duration LONGEST_ENDING = Duration.ofSeconds(20);

    private static final long LOOK_EVERY_MS = 10;

    private static final String NOBODY =
            "the run was never brought together: straggler, or the JVM that it measured, was killed, or the disk was full";

    private LeftForks() {}

    /** Returns whether a folder is that of a run, or of one of the measured JVMs, that was never brought together. */
    public static boolean isRun(RunFolder folder) throws IOException {
        return ForkRequest.in(folder.path()) || !Folders.forks(folder).isEmpty();
    }

    /**
     * Brings a run folder together, or completes the folder of one measured JVM. One that is whole stays as it is.
     *
     * @throws UsageException if the run goes on, or nothing was measured
     */
    public static void bringTogether(RunFolder folder) throws IOException {
        if (ForkRequest.in(folder.path())) {
            awaitEnd(folder);
            complete(folder);
            return;
        }
        if (Files.exists(folder.runJson())) {
            return;
        }
        List<RunFolder> forks = Folders.forks(folder);
        if (forks.isEmpty()) {
            return;
        }
        FolderLock lock = FolderLock.take(folder.path())
                .orElseThrow(() -> new UsageException("The run goes on: " + folder.path()
                        + " is being filled. Ctrl-C ends it and keeps what was measured."));
        try (lock) {
            List<RunFolder> left = new ArrayList<>();
            List<String> missing = new ArrayList<>();
            Retention retention = Retention.nothing();
            for (RunFolder fork : forks) {
                awaitEnd(fork);
                boolean figures = Files.exists(fork.runJson());
                retention = retention.plus(complete(fork));
                if (!figures) {
                    missing.add(NOBODY);
                }
                if (Files.exists(fork.runJson())) {
                    left.add(fork);
                }
            }
            if (left.isEmpty()) {
                throw new UsageException("Nothing was measured in " + folder.path()
                        + ": the run ended before its first outlier, and before its results were written.");
            }
            ForkMerge.into(folder, left, missing);
            for (RunFolder fork : forks) {
                FolderTree.delete(fork.path());
            }
            folder.add(retention);
        }
    }

    private static void awaitEnd(RunFolder fork) throws IOException {
        long untilNs = System.nanoTime() + LONGEST_ENDING.toNanos();
        while (FolderLock.taken(fork.path())) {
            if (System.nanoTime() - untilNs > 0) {
                throw new UsageException("The measured JVM is still running: " + fork.path() + " is being filled.");
            }
            try {
                Thread.sleep(LOOK_EVERY_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while a measured JVM was ending", e);
            }
        }
    }

    /** @throws IOException if there is no room for its recording */
    private static Retention complete(RunFolder fork) throws IOException {
        Retention retention = FollowedFork.left(fork);
        if (FollowedFork.inParts(fork)) {
            throw new IOException("there is no room for the recording of " + fork.path());
        }
        if (!Files.exists(fork.runJson())) {
            describe(fork, ForkRequest.read(fork.path()).task().name(), NOBODY);
        }
        return retention;
    }

    /**
     * Describes a JVM that left no {@code run.json} by its recording.
     *
     * @param why it left none
     * @return whether it recorded an outlier, or its results
     */
    static boolean describe(RunFolder fork, String task, String why) throws IOException {
        if (!Files.exists(fork.recording())) {
            return false;
        }
        Analysis recorded;
        try {
            recorded = Analysis.of(fork.recording());
        } catch (RecordingException e) {
            return false;
        }
        RunDescription run = recorded.run();
        if (run.runs().isEmpty()
                && recorded.conclusions().diagnosis().outliers().isEmpty()) {
            return false;
        }
        if (!run.runs().isEmpty()) {
            Intervals intervals = recorded.intervals(fork.recording());
            LatencyLog.write(fork.latencyLog(), List.of(intervals));
        }
        fork.write(run.toBuilder()
                .task(task)
                .status(
                        RunStatus.FAILED,
                        run.runs().isEmpty() ? why : run.reason().isEmpty() ? why : run.reason())
                .build());
        return true;
    }
}
