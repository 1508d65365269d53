package io.straggler.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.RunFolder;
import io.straggler.WrittenRuns;
import io.straggler.anyrecording.FilledFolder;
import io.straggler.harness.Threshold;
import io.straggler.jfr.anyrecording.Condition;
import io.straggler.jfr.anyrecording.IterationQuery;
import io.straggler.jfr.chunk.Recordings;
import io.straggler.jfr.event.EventEmitter;
import io.straggler.jfr.record.InProcessRecording;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.RunId;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Folders that a program filled by itself, and files that cannot be read. */
@Timeout(60)
class SourceReaderTest {
    private final SourceReader reader = new SourceReader(Optional.empty(), Threshold.parse("auto"));

    @TempDir
    private Path directory;

    /** On another machine a process may have the number that the program had. */
    @Test
    void shouldPutTogetherWhatAProgramLeftThatHasEnded() throws Exception {
        RunFolder folder = new WrittenRuns().write(directory.resolve("run"));
        record(folder.recording(), 1_000);
        record(folder.stacks(), 2_000);
        FilledFolder.begin(folder, directory.resolve("nowhere"), 0);

        SourceSummary left = reader.read(folder.path(), "left");

        assertThat(left.outliers()).hasSize(2);
        assertThat(folder.stacks()).as("what report moves, and others may read").exists();
        assertThat(FilledFolder.filling(folder)).isTrue();
        Recordings.append(folder.recording(), folder.stacks());
        Files.delete(folder.stacks());
        FilledFolder.end(folder);
        assertThat(reader.read(folder.path(), "completed").digest())
                .as("a copy of the same")
                .isEqualTo(left.digest());
    }

    /** JFR makes the file when it starts. */
    @Test
    void shouldRefuseWhatAProgramFillsOrLeftWhenItWasKilled() throws Exception {
        RunFolder folder = new WrittenRuns().write(directory.resolve("run"));
        Files.createFile(folder.recording());
        record(folder.stacks(), 1_000);
        FilledFolder.begin(folder, directory.resolve("nowhere"), 0);

        assertThatThrownBy(() -> reader.read(folder.path(), "filling"))
                .isInstanceOf(UnusableSourceException.class)
                .hasMessageStartingWith("a program is filling it, or was killed");
    }

    private static void record(Path file, long startNs) throws IOException {
        InProcessRecording recording = InProcessRecording.toFile(file, Duration.ofMillis(1), 64 << 20);
        try (EventEmitter emitter = new EventEmitter(0)) {
            emitter.outlier(
                    new Outlier(new Iteration(new RunId(0, 0), startNs, startNs, 5_000_000, 0, 0), 50_000, List.of()));
        }
        recording.stop();
    }

    @Test
    void shouldRefuseRecordingsWithoutSuchIterations() throws Exception {
        Path file = ChunkedProgram.record(directory.resolve("program.jfr"), 2);

        shouldRefuse(
                file,
                "auto",
                query("test.ChunkedOrdr"),
                file + ": no event test.ChunkedOrdr; did you mean " + ChunkedProgram.ORDER);
        shouldRefuse(file, "auto", query(ChunkedProgram.ORDER, "kind=none"), file + ": none of ");
        shouldRefuse(
                file,
                "p99",
                query(ChunkedProgram.ORDER, "kind=sleep"),
                "--threshold must have ten iterations above it");
    }

    @Test
    void shouldReadACompressedRecordingAndKnowItForACopy() throws Exception {
        Path plain = ChunkedProgram.record(directory.resolve("program.jfr"), 2);
        Path compressed = directory.resolve("program.jfr.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
            Files.copy(plain, out);
        }
        SourceReader orders = new SourceReader(Optional.of(query(ChunkedProgram.ORDER)), Threshold.parse("p50"));

        SourceSummary expanded = orders.read(compressed, "compressed");
        assertThat(expanded.outliers()).isNotEmpty();
        assertThat(expanded.digest()).isEqualTo(orders.read(plain, "plain").digest());
        shouldRefuse(
                Files.write(directory.resolve("any.jfr.lz4"), new byte[] {0x04, 0x22, 0x4d, 0x18, 0, 0, 0, 0}),
                "p50",
                query(ChunkedProgram.ORDER),
                "recording must be readable: file=" + directory.resolve("any.jfr.lz4")
                        + ", error=it is compressed with lz4: lz4 -dc ");
    }

    private static IterationQuery query(String event, String... where) {
        return new IterationQuery(event, Stream.of(where).map(Condition::of).toList(), Optional.empty());
    }

    private static void shouldRefuse(Path file, String threshold, IterationQuery query, String why) {
        assertThatThrownBy(() -> new SourceReader(Optional.of(query), Threshold.parse(threshold)).read(file, "program"))
                .isInstanceOf(UnusableSourceException.class)
                .hasMessageStartingWith(why);
    }

    /** The exception of a file that may not be read says no more than its path. */
    @Test
    void shouldSayWhyASourceCannotBeRead() {
        shouldSay(
                "cannot be read: /run/latency.hlog: permission denied", new AccessDeniedException("/run/latency.hlog"));
        shouldSay("cannot be read: connection lost", new IOException("connection lost\nat a.B"));
    }

    private static void shouldSay(String why, IOException thrown) {
        assertThatThrownBy(() -> SourceReader.explained(() -> {
                    throw thrown;
                }))
                .isInstanceOf(UnusableSourceException.class)
                .hasMessage(why);
    }

    /** Spark ends the process for an error, and all other files with it. */
    @Test
    void shouldSayOfAFileThatErrorsEndTheReadingWhatTheyMean() {
        assertThatThrownBy(() -> SourceReader.explained(() -> {
                    throw new StackOverflowError();
                }))
                .isInstanceOf(UnusableSourceException.class)
                .hasMessage("could not be analysed. This is a defect of Straggler: it is nested too deeply");
        assertThatThrownBy(() -> SourceReader.explained(() -> {
                    throw new OutOfMemoryError("Java heap space");
                }))
                .isInstanceOf(UnusableSourceException.class)
                .hasMessage("needs more memory than there is: give more with --heap, as --heap 4g");
    }
}
