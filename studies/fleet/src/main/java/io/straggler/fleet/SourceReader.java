package io.straggler.fleet;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.RunFolderException;
import io.straggler.anyrecording.AnyRecordingAnalysis;
import io.straggler.anyrecording.FilledFolder;
import io.straggler.harness.Threshold;
import io.straggler.harness.series.Intervals;
import io.straggler.harness.series.LogSummary;
import io.straggler.jfr.anyrecording.IterationQuery;
import io.straggler.jfr.chunk.RecordingException;
import io.straggler.jfr.chunk.RecordingFiles;
import io.straggler.jfr.read.StackDetail;
import io.straggler.model.LatencyCounts;
import io.straggler.model.RunStatus;
import io.straggler.model.Series;
import io.straggler.model.text.FileErrors;
import io.straggler.model.text.MessageLine;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads one recording and makes it a summary, by the analysis that {@code straggler report} does. */
public final class SourceReader {
    private final Optional<IterationQuery> query;
    private final Threshold threshold;

    /**
     * A reader.
     *
     * @param query which events of recordings of any program are iterations; empty to read only runs of Straggler
     * @param threshold from which duration on these are outliers
     */
    public SourceReader(Optional<IterationQuery> query, Threshold threshold) {
        this.query = query;
        this.threshold = threshold;
    }

    /**
     * Reads a run folder or a recording.
     *
     * @param place of this machine
     * @param name what users know it by
     * @throws UnusableSourceException if it says nothing, and why
     */
    public SourceSummary read(Path place, String name) throws UnusableSourceException {
        return explained(() -> Files.isDirectory(place) ? folder(new RunFolder(place), name) : recording(place, name));
    }

    /** Reads something. */
    interface Read<T> {
        T read() throws IOException, UnusableSourceException;
    }

    /** Says of whatever keeps something from being read why it does. */
    static <T> T explained(Read<T> read) throws UnusableSourceException {
        try {
            return read.read();
        } catch (RunFolderException | RecordingException e) {
            throw new UnusableSourceException(firstLine(e), e);
        } catch (IOException e) {
            throw new UnusableSourceException("cannot be read: " + reason(e), e);
        } catch (RuntimeException e) {
            // One bad file among thousands must not end the others. It is a defect, and is listed as one.
            throw new UnusableSourceException("could not be analysed. " + MessageLine.defect(e), e);
        } catch (StackOverflowError e) {
            throw new UnusableSourceException(
                    "could not be analysed. This is a defect of Straggler: it is nested too deeply", e);
        } catch (OutOfMemoryError e) {
            throw new UnusableSourceException(
                    "needs more memory than there is: give more with --heap, as --heap 4g", e);
        }
    }

    /** Returns the reason with the file, which may be one of several in a run folder. */
    private static String reason(IOException e) {
        return e instanceof FileSystemException system && system.getFile() != null
                ? system.getFile() + ": " + FileErrors.reason(e)
                : firstLine(e);
    }

    /** Returns the message of an exception in a line; if there is none, its class. */
    public static String firstLine(Exception e) {
        String message = e.getMessage() == null ? e.toString() : e.getMessage();
        return message.lines().findFirst().orElse("");
    }

    private SourceSummary folder(RunFolder folder, String name) throws IOException, UnusableSourceException {
        if (!FilledFolder.filling(folder)) {
            return folder(folder, folder.recording(), name);
        }
        Path place = Files.createTempDirectory("straggler-fleet-");
        Path recording = place.resolve("recording.jfr");
        try {
            if (!FilledFolder.copyEnded(folder, recording)) {
                throw new UnusableSourceException(
                        "a program is filling it, or was killed before it was complete, which straggler report of the folder mends",
                        null);
            }
            return folder(folder, recording, name);
        } finally {
            Files.deleteIfExists(recording);
            Files.delete(place);
        }
    }

    private static SourceSummary folder(RunFolder folder, Path recording, String name)
            throws IOException, UnusableSourceException {
        Analysis analysis = Analysis.of(folder, folder.readRun(), recording);
        Intervals intervals = analysis.intervals(recording);
        String digest = ContentDigest.ofFiles(List.of(folder.runJson(), folder.latencyLog(), recording));
        return summary(analysis, intervals, digest, name);
    }

    private SourceSummary recording(Path file, String name) throws IOException, UnusableSourceException {
        try (RecordingFiles files = RecordingFiles.open(file)) {
            return recording(files, name);
        }
    }

    private SourceSummary recording(RecordingFiles files, String name) throws IOException, UnusableSourceException {
        if (query.isPresent()) {
            AnyRecordingAnalysis foreign;
            try {
                foreign = AnyRecordingAnalysis.of(files, query.get(), threshold, StackDetail.METHODS);
            } catch (IllegalArgumentException e) {
                throw new UnusableSourceException(firstLine(e), e);
            }
            return summary(foreign.analysis(), foreign.intervals(), ContentDigest.of(files), name);
        }
        Analysis analysis = Analysis.of(files, StackDetail.METHODS);
        if (analysis.run().runs().isEmpty()
                && analysis.conclusions().diagnosis().outliers().isEmpty()) {
            throw new UnusableSourceException(
                    "holds no run of Straggler: say which events are iterations with --iterations EVENT", null);
        }
        return summary(analysis, analysis.intervals(files), ContentDigest.of(files), name);
    }

    private static SourceSummary summary(Analysis analysis, Intervals intervals, String digest, String name)
            throws IOException, UnusableSourceException {
        if (analysis.run().status() == RunStatus.FAILED) {
            throw new UnusableSourceException(
                    "the run failed: " + analysis.run().reason(), null);
        }
        LatencyCounts latencies = LogSummary.of(intervals, List.of()).counts(Series.LATENCY);
        if (latencies.total() == 0) {
            throw new UnusableSourceException("holds no latencies", null);
        }
        return new Summarising(analysis, latencies, digest, name).summarise();
    }
}
