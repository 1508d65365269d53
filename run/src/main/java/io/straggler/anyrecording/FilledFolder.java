package io.straggler.anyrecording;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.jfr.read.StackDetail;
import io.straggler.model.Notice;
import io.straggler.model.RunDescription;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** A run folder that a program fills by itself, and that is read while it does so, when it has ended, or when it was killed. */
public final class FilledFolder {
    /** A JVM that exits writes its recording within a second or two, unless the disk is slow. */
    private static final Duration LONGEST_ENDING = Duration.ofSeconds(10);

    private FilledFolder() {}

    /** How far a program is with a folder. */
    public enum Filling {
        /** Its iterations do not count yet. */
        NOT_COUNTING,
        /** Its iterations count; or it has left the folder unfinished. */
        COUNTING,
        /** The folder is complete. */
        OVER
    }

    /** Says in a folder that a program begins to fill it, and that its recording is in a folder of the JVM's meanwhile. */
    public static void begin(RunFolder folder, Path repository, long sinceEpochMs) throws IOException {
        new UnfinishedRecording(ProcessHandle.current().pid(), repository, sinceEpochMs, false).write(folder);
    }

    /** Says in a folder that a program fills that iterations count from now on. */
    public static void count(RunFolder folder) throws IOException {
        Optional<UnfinishedRecording> unfinished = UnfinishedRecording.of(folder);
        if (unfinished.isPresent()) {
            unfinished.get().nowCounting().write(folder);
        }
    }

    /** How far the program is. */
    public static Filling state(RunFolder folder) {
        return UnfinishedRecording.of(folder)
                .map(unfinished -> unfinished.counting() ? Filling.COUNTING : Filling.NOT_COUNTING)
                .orElse(Filling.OVER);
    }

    /** The folder is complete. */
    public static void end(RunFolder folder) throws IOException {
        UnfinishedRecording.finished(folder);
    }

    /** Whether a program fills it, or has left it unfinished. */
    public static boolean filling(RunFolder folder) {
        return UnfinishedRecording.of(folder).isPresent();
    }

    /** Folder in which the JVM of a program that fills a run folder keeps chunks, as the program sees it; empty if nobody knows. */
    public static String repository(RunFolder folder) {
        return UnfinishedRecording.of(folder)
                .map(unfinished -> unfinished.repository().toString())
                .orElse("");
    }

    /**
     * Says in a copy of a folder that is unfinished where its recording is now.
     *
     * @param processId of the program, as this process sees it
     * @param chunks what was copied from the folder of its JVM
     */
    public static void moved(RunFolder folder, long processId, Path chunks) throws IOException {
        Optional<UnfinishedRecording> unfinished = UnfinishedRecording.of(folder);
        if (unfinished.isPresent()) {
            unfinished.get().moved(processId, chunks).write(folder);
        }
    }

    /**
     * Puts the recording of a program that has ended in an orderly way together elsewhere: its JVM has written its part then. The folder stays as it is, and may
     * be of another machine. While the program is ending something may be missing; {@code run.json} is written again behind it.
     *
     * @return whether the program has ended in that way, and the recording still lies in parts
     */
    public static boolean copyEnded(RunFolder folder, Path target) throws IOException {
        Optional<UnfinishedRecording> left = UnfinishedRecording.of(folder);
        if (left.isEmpty() || !UnfinishedRecording.written(folder)) {
            return false;
        }
        left.get().copySoFar(folder, target);
        return true;
    }

    /**
     * Reads a run folder of any kind. The parts of a recording that lie apart are put together first. If the program is about to end, this waits
     * for it for a while.
     *
     * @throws io.straggler.RunFolderException if there is no readable {@code run.json}
     */
    public static Analysis analysis(RunFolder folder) throws IOException {
        return analysis(folder, StackDetail.METHODS);
    }

    /** Analysis with stacks in the detail that is asked for. */
    public static Analysis analysis(RunFolder folder, StackDetail detail) throws IOException {
        return analysis(folder, LONGEST_ENDING, detail);
    }

    static Analysis analysis(RunFolder folder, Duration longestEnding, StackDetail detail) throws IOException {
        Optional<UnfinishedRecording> filling = UnfinishedRecording.of(folder);
        if (filling.isPresent() && filling.get().runs()) {
            Optional<Analysis> soFar = soFar(folder, filling.get(), longestEnding, detail);
            if (soFar.isPresent()) {
                return soFar.get();
            }
        }
        Optional<UnfinishedRecording> left = UnfinishedRecording.of(folder);
        if (left.isPresent()) {
            String origin = left.get().origin(folder);
            if (!left.get().complete(folder)) {
                folder.write(folder.readRun()
                        .warned("The program ended without ending the recording, as by kill -9: what it had written is"
                                + " here, and the last seconds may be missing." + origin));
            }
        }
        return complete(folder, detail);
    }

    /**
     * Returns what a running program has recorded; the folder stays as it is. Empty if the program, or the recording,
     * has ended meanwhile.
     */
    private static Optional<Analysis> soFar(
            RunFolder folder, UnfinishedRecording filling, Duration longestEnding, StackDetail detail)
            throws IOException {
        Path place = Files.createTempDirectory("straggler-so-far-");
        Path copy = place.resolve("recording.jfr");
        try {
            if (filling.records(folder)) {
                String origin = filling.origin(folder);
                filling.copySoFar(folder, copy);
                // If it no longer does, its parts may have been moved while they were read.
                if (filling.records(folder)) {
                    return Optional.of(warned(
                            folder,
                            copy,
                            detail,
                            "The program was still running: this is what it had recorded when the report was made."
                                    + " Stacks of the last ten seconds are still missing." + origin));
                }
            }
            filling.awaitEnd(folder, longestEnding);
            if (!filling(folder) || !filling.runs()) {
                return Optional.empty();
            }
            String origin = filling.origin(folder);
            filling.copySoFar(folder, copy);
            return Optional.of(warned(
                    folder,
                    copy,
                    detail,
                    "The program was ending when the report was made: what it recorded last may be missing." + origin));
        } finally {
            Files.deleteIfExists(copy);
            Files.delete(place);
        }
    }

    private static Analysis warned(RunFolder folder, Path recording, StackDetail detail, String warning) {
        return Analysis.of(folder, folder.readRun().warned(warning), recording, detail);
    }

    private static Analysis complete(RunFolder folder, StackDetail detail) {
        Analysis analysis = Analysis.of(folder, folder.readRun(), folder.recording(), detail);
        return analysis.run().ofAnyProgram() ? reportMissing(analysis) : analysis;
    }

    /**
     * Warns if more outliers were counted than the recording holds. The recording keeps only the last part of the run. And when the JVM
     * exits, it ends the recording before the program's last calls are reported.
     */
    private static Analysis reportMissing(Analysis analysis) {
        RunDescription run = analysis.run();
        long missing =
                run.outliers() - analysis.conclusions().diagnosis().outliers().size();
        return missing <= 0
                ? analysis
                : new Analysis(
                        run.noted(Notice.of(Notice.Code.NOT_RECORDED, missing, run.outliers())),
                        analysis.series(),
                        analysis.conclusions(),
                        analysis.folder());
    }
}
