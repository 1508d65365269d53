package io.straggler.anyrecording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.RunFolderException;
import io.straggler.WrittenRuns;
import io.straggler.jfr.event.EventEmitter;
import io.straggler.jfr.read.StackDetail;
import io.straggler.jfr.record.InProcessRecording;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.RunId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run folder from somebody else: nothing outside of it is written, and nothing that is not of the run is copied into it. */
class ForeignFolderTest {
    /** No process of this machine has it. */
    private static final long ENDED = Integer.MAX_VALUE;

    private static byte[] chunk;

    @TempDir
    private Path directory;

    private Path elsewhere;
    private RunFolder folder;

    @BeforeEach
    void receive() throws IOException {
        folder = new WrittenRuns().tenths(2).write(directory.resolve("run"));
        elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        if (chunk == null) {
            chunk = recorded(directory.resolve("recorded.jfr"));
        }
    }

    private static byte[] recorded(Path file) throws IOException {
        InProcessRecording recording = InProcessRecording.toFile(file, Duration.ofMillis(1));
        try (EventEmitter emitter = new EventEmitter(0)) {
            emitter.outlier(
                    new Outlier(new Iteration(new RunId(0, 0), 1_000, 1_000, 5_000_000, 0, 0), 50_000, List.of()));
        }
        recording.stop();
        return Files.readAllBytes(file);
    }

    private void unfinished(long processId, Path repository) throws IOException {
        new UnfinishedRecording(processId, repository, 0, true).write(folder);
    }

    private Path repository(Path parent, String name) throws IOException {
        Path repository = Files.createDirectories(parent.resolve(name));
        Files.write(repository.resolve("1.jfr"), chunk);
        return repository;
    }

    /** Everything below the test's folder, with its content, but for what is in the run folder. */
    private List<String> outside() throws IOException {
        List<String> found = new ArrayList<>();
        try (var files = Files.walk(elsewhere)) {
            for (Path file : files.sorted().toList()) {
                found.add(file
                        + (Files.isRegularFile(file) ? " " + Files.readString(file, StandardCharsets.ISO_8859_1) : ""));
            }
        }
        return found;
    }

    /** Targets of a link in the run folder: nothing, a file, a folder. */
    private List<Path> ends() throws IOException {
        Path victim = elsewhere.resolve("victim");
        Files.write(victim, chunk);
        return List.of(victim, elsewhere.resolve("missing"), Files.createDirectories(elsewhere.resolve("folder")));
    }

    /** Makes each name a link, one to each end, and with each turn to the next. */
    private void link(List<String> names, int turn) throws IOException {
        List<Path> ends = ends();
        for (int i = 0; i < names.size(); i++) {
            Path link = folder.path().resolve(names.get(i));
            Files.deleteIfExists(link);
            Files.createSymbolicLink(link, ends.get((i + turn) % ends.size()));
        }
    }

    @Test
    void shouldReplaceLinksByWhatIsWritten() throws IOException {
        List<String> names = List.of("diagnosis.json", "report.html", "latency.hgrm");
        for (int turn = 0; turn < 3; turn++) {
            link(names, turn);
            List<String> before = outside();

            Analysis analysis = FilledFolder.analysis(folder);
            analysis.write();
            analysis.writeDistributions();

            assertThat(outside()).isEqualTo(before);
            assertThat(names).map(folder.path()::resolve).allSatisfy(file -> {
                assertThat(Files.isSymbolicLink(file)).isFalse();
                assertThat(file).isNotEmptyFile();
            });
        }
    }

    /** The links that an earlier version wrote through on its way to the whole file. */
    @Test
    void shouldNotWriteThroughTheLinkOfAFileOnItsWay() throws IOException {
        for (int turn = 0; turn < 3; turn++) {
            link(List.of("run.json.unfinished", "recording.jfr.unfinished"), turn);
            unfinished(ENDED, repository(folder.path(), "chunks"));
            List<String> before = outside();

            Analysis analysis = FilledFolder.analysis(folder);

            assertThat(outside()).isEqualTo(before);
            assertThat(analysis.conclusions().diagnosis().outliers()).hasSize(1);
            assertThat(Files.isSymbolicLink(folder.runJson())).isFalse();
            Files.delete(folder.recording());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"recording.jfr", "stacks.jfr", "stacks-earlier.jfr", "run.json"})
    void shouldRefuseLinksWhereFilesArePutTogether(String name) throws IOException {
        byte[] run = Files.readAllBytes(folder.runJson());
        for (long processId : new long[] {ENDED, ProcessHandle.current().pid()}) {
            for (Path end : ends()) {
                unfinished(processId, repository(folder.path(), "chunks"));
                Files.write(folder.stacks(), chunk);
                Path link = folder.path().resolve(name);
                Files.deleteIfExists(link);
                if (name.equals("run.json")) {
                    Files.write(elsewhere.resolve("victim"), run);
                }
                Files.createSymbolicLink(link, end);
                List<String> before = outside();

                assertThatThrownBy(() -> FilledFolder.analysis(folder, Duration.ZERO, StackDetail.METHODS))
                        .isInstanceOf(RunFolderException.class)
                        .hasMessage(
                                name + " of a run that was not finished must be a file, and is a link: file=" + link);

                assertThat(outside()).isEqualTo(before);
                assertThat(link).isSymbolicLink();
                Files.delete(link);
            }
        }
    }

    @Test
    void shouldRefuseALinkToTheFileThatNamesTheRepository() throws IOException {
        unfinished(ENDED, repository(folder.path(), "chunks"));
        Path file = folder.path().resolve("unfinished.properties");
        Path end = Files.move(file, elsewhere.resolve("unfinished.properties"));
        Files.createSymbolicLink(file, end);

        assertThatThrownBy(() -> FilledFolder.analysis(folder))
                .isInstanceOf(RunFolderException.class)
                .hasMessageStartingWith("unfinished.properties of a run that was not finished must be a file");
        assertThat(folder.recording()).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "private",
                "2026_11_30_09_08_07_1",
                "2026_11_30_09_08_07_" + ENDED + "_",
                "2026_11_30_09_08_07_" + ENDED + ".old",
                "2026_11_30_" + ENDED,
                "a2026_11_30_09_08_07_" + ENDED
            })
    void shouldCopyNothingFromAFolderThatIsNotOfTheProgram(String name) throws IOException {
        Path repository = repository(elsewhere, name);
        unfinished(ENDED, repository);

        assertThatThrownBy(() -> FilledFolder.analysis(folder))
                .isInstanceOf(RunFolderException.class)
                .hasMessage("repository in unfinished.properties must lie below the run folder, or be what the JVM of"
                        + " that program made: repository=" + repository + " folder=" + folder.path()
                        + "; without that file the rest of the run is reported");

        assertThat(folder.path().toFile().list())
                .containsExactlyInAnyOrder("run.json", "latency.hlog", "unfinished.properties");
        Files.delete(folder.path().resolve("unfinished.properties"));
        assertThat(FilledFolder.analysis(folder).run().iterations()).isEqualTo(400);
    }

    @Test
    void shouldCopyNothingThroughALinkToAFolder() throws IOException {
        Path secret = repository(elsewhere, "private");
        for (Path parent : List.of(folder.path(), elsewhere)) {
            Path link = Files.createSymbolicLink(parent.resolve("2026_11_30_09_08_07_" + ENDED), secret);
            unfinished(ENDED, link);

            assertThatThrownBy(() -> FilledFolder.analysis(folder)).isInstanceOf(RunFolderException.class);

            assertThat(folder.recording()).doesNotExist();
        }
    }

    @Test
    void shouldCopyNothingFromARelativeFolder() throws IOException {
        unfinished(ENDED, Path.of("src"));
        assertThatThrownBy(() -> FilledFolder.analysis(folder)).isInstanceOf(RunFolderException.class);
        unfinished(ENDED, Path.of(""));
        assertThat(FilledFolder.analysis(folder).run().iterations()).isEqualTo(400);
    }

    @Test
    void shouldCopyNoLinksOfARepository() throws IOException {
        Path secret = Files.write(elsewhere.resolve("secret.jfr"), chunk);
        Path repository = Files.createDirectory(folder.path().resolve("chunks"));
        Files.createSymbolicLink(repository.resolve("1.jfr"), secret);
        unfinished(ENDED, repository);

        FilledFolder.analysis(folder);

        assertThat(folder.recording()).doesNotExist();
    }

    @Test
    void shouldSayWhereTheRecordingWasTakenFrom() throws IOException {
        Path repository = repository(elsewhere, "2026_11_30_09_08_07_" + ENDED + "_1");
        unfinished(ENDED, repository);

        Analysis analysis = FilledFolder.analysis(folder);

        assertThat(analysis.conclusions().diagnosis().outliers()).hasSize(1);
        assertThat(analysis.run().warnings())
                .anyMatch(warning -> warning.startsWith("The program ended without ending the recording")
                        && warning.endsWith(" The recording was taken from " + repository + "."));
    }

    @Test
    void shouldSayNothingOfThatIfItWasTakenFromTheRunFolder() throws IOException {
        unfinished(ENDED, repository(folder.path(), "chunks"));

        assertThat(FilledFolder.analysis(folder).run().warnings())
                .noneMatch(warning -> warning.contains("was taken from"));
    }

    /** A link to the run folder, as a folder for temporary files or a home may be one. */
    @Test
    void shouldReadAFolderThatIsALink() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("latest"), folder.path());
        folder = new RunFolder(link);
        unfinished(ENDED, repository(link, "chunks"));
        Files.write(folder.stacks(), chunk);

        Analysis analysis = FilledFolder.analysis(folder);
        analysis.write();

        assertThat(analysis.conclusions().diagnosis().outliers()).isNotEmpty();
        assertThat(directory.resolve("run/report.html")).isNotEmptyFile();
        assertThat(directory.resolve("run/recording.jfr")).isNotEmptyFile();
    }
}
