package io.straggler.anyrecording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.WrittenRuns;
import io.straggler.jfr.event.EventEmitter;
import io.straggler.jfr.read.StackDetail;
import io.straggler.jfr.record.InProcessRecording;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.RunId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder that this process seems to fill. */
class FilledFolderTest {
    @TempDir
    private Path directory;

    /** A link to nothing is listed, and is not there when somebody looks at it. */
    @Test
    void shouldDoWithoutAChunkThatIsDeletedMeanwhile() throws IOException {
        RunFolder folder = new WrittenRuns().write(directory.resolve("run"));
        Path repository = Files.createDirectory(repository());
        Files.createSymbolicLink(repository.resolve("1.jfr"), directory.resolve("nothing"));
        FilledFolder.begin(folder, repository, 0);

        Analysis analysis = FilledFolder.analysis(folder);

        assertThat(analysis.run().iterations()).isEqualTo(20_000);
        assertThat(analysis.run().warnings()).anyMatch(warning -> warning.startsWith("The program was still running"));
    }

    /** An exiting JVM has written the file and deleted its chunks; the process is there for a moment longer. */
    @Test
    void shouldReadTheWholeFileOfAProgramThatIsEnding() throws IOException {
        RunFolder folder = ending();

        Analysis analysis = FilledFolder.analysis(folder, Duration.ZERO, StackDetail.METHODS);

        assertThat(analysis.conclusions().diagnosis().outliers()).hasSize(1);
        assertThat(analysis.run().warnings()).anyMatch(warning -> warning.startsWith("The program was ending"));
        assertThat(folder.stacks()).as("what the program still writes").exists();
    }

    /** The program ends once somebody waits for it. */
    @Test
    void shouldWaitUntilAProgramHasEndedItsRecording() throws Exception {
        RunFolder folder = ending();

        Thread reader = Thread.currentThread();
        AtomicBoolean read = new AtomicBoolean();

        CompletableFuture<Void> ended = CompletableFuture.runAsync(() -> {
            while (reader.getState() != Thread.State.TIMED_WAITING && !read.get()) {
                Thread.yield();
            }
            try {
                Files.delete(folder.stacks());
                FilledFolder.end(folder);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        Analysis analysis = FilledFolder.analysis(folder, Duration.ofMinutes(2), StackDetail.METHODS);
        read.set(true);
        ended.get();

        assertThat(analysis.conclusions().diagnosis().outliers()).hasSize(1);
        assertThat(analysis.run().warnings()).noneMatch(warning -> warning.contains("The program"));
    }

    /** Folder in which the JVM of this process could have its chunks. */
    private Path repository() {
        return directory.resolve(
                "2026_11_30_09_08_07_" + ProcessHandle.current().pid());
    }

    /** One whose recording is whole, and which has yet to say so. */
    private RunFolder ending() throws IOException {
        RunFolder folder = new WrittenRuns().write(directory.resolve("run"));
        InProcessRecording recording = InProcessRecording.toFile(folder.recording(), Duration.ofMillis(1), 64 << 20);
        try (EventEmitter emitter = new EventEmitter(0)) {
            emitter.outlier(
                    new Outlier(new Iteration(new RunId(0, 0), 1_000, 1_000, 5_000_000, 0, 0), 50_000, List.of()));
        }
        recording.stop();
        Files.createFile(folder.stacks());
        FilledFolder.begin(folder, Files.createDirectory(repository()), 0);
        return folder;
    }

    /** Here a folder is in the way; on a full disk the same happens. */
    @Test
    void shouldKeepTheStacksOfAKilledProgramIfTheyCannotBeAppended() throws IOException {
        RunFolder folder = ending();
        Files.move(folder.recording(), folder.stacks(), StandardCopyOption.REPLACE_EXISTING);
        Files.createDirectories(folder.recording().resolve("in the way"));
        UnfinishedRecording killed = new UnfinishedRecording(Long.MAX_VALUE, repository(), 0, true);

        assertThatThrownBy(() -> killed.complete(folder)).isInstanceOf(IOException.class);

        assertThat(folder.stacks()).isNotEmptyFile();
        assertThat(FilledFolder.filling(folder)).isTrue();
    }
}
