package io.straggler.cli.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.RunFolder;
import io.straggler.WrittenRuns;
import io.straggler.cli.CommandLineRun;
import io.straggler.cli.option.RunRequest;
import io.straggler.cli.option.TaskSpec;
import io.straggler.cli.option.UsageException;
import io.straggler.cli.tasks.Quick;
import io.straggler.cli.tasks.Spiky;
import io.straggler.model.RunDescription;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measurements are left whatever goes wrong, and {@code report} makes a run folder of them: a disk without room, files that cannot be written, and a
 * process that was killed before it had brought together what its JVMs left. The JVMs are made up.
 */
class LeftForksTest {
    private static final long MEGABYTE = 1 << 20;

    @TempDir
    private Path scratch;

    private Path out() {
        return scratch.resolve("out");
    }

    private String[] arguments(String command, String... more) {
        List<String> arguments = new ArrayList<>(List.of(command, Spiky.class.getName(), "--out", out().toString()));
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }

    private static FakeJvms whole() {
        return new FakeJvms((fork, run) -> FakeJvms.ok(run));
    }

    private CommandLineRun report() {
        return CommandLineRun.of("report", out().toString());
    }

    private List<Integer> forks() {
        return new RunFolder(out())
                .readRun().runs().stream()
                        .map(RunOutcome::runId)
                        .map(run -> run.fork())
                        .toList();
    }

    /** Puts something in the way of a file. */
    private static Path obstruct(Path file) {
        try {
            Files.createDirectories(file.resolve("in the way"));
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void clear(Path file) throws IOException {
        Files.delete(file.resolve("in the way"));
        Files.delete(file);
    }

    @Test
    void shouldMeasureNothingWithoutRoomForIt() {
        FakeJvms jvms = whole().usableBytes(started -> 7 * MEGABYTE);

        for (String[] command : List.of(
                arguments("run"), arguments("sweep", "--rates", "1k,2k"), arguments("capacity", "--slo", "p99<1ms"))) {
            CommandLineRun run = CommandLineRun.of(jvms, command);

            assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
            assertThat(run.err())
                    .contains("The disk has 7 MB left for " + out())
                    .endsWith(" MB: make room, or choose another folder with --out.\n");
            assertThat(out()).doesNotExist();
        }
        assertThat(jvms.started()).isEmpty();
    }

    @Test
    void shouldNeedLessRoomWithoutARecording() {
        CommandLineRun run =
                CommandLineRun.of(whole().usableBytes(started -> 8 * MEGABYTE), arguments("run", "--jfr", "off"));

        assertThat(run.exitCode()).as(run.err()).isZero();
    }

    @Test
    void shouldKeepWhatWasMeasuredWhenThereIsNoRoomForAnotherJvm() {
        CommandLineRun run = CommandLineRun.of(
                whole().usableBytes(started -> started < 2 ? Long.MAX_VALUE : 0), arguments("run", "--forks", "3"));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).contains("failed: The disk has 0 MB left for ");
        assertThat(forks()).containsExactly(0, 1);
    }

    @Test
    void shouldKeepTheFirstSideWhenThereIsNoRoomForTheSecond() {
        CommandLineRun ab = CommandLineRun.of(
                whole().usableBytes(started -> started < 1 ? Long.MAX_VALUE : 0),
                "ab",
                Spiky.class.getName(),
                Quick.class.getName(),
                "--out",
                out().toString());

        assertThat(ab.exitCode()).isEqualTo(2);
        assertThat(ab.err())
                .contains("The disk has 0 MB left for ")
                .endsWith("What was measured is in " + out() + "; a failed run is not compared.\n");
        assertThat(Stream.of("a", "b")
                        .filter(side -> Files.exists(out().resolve(side).resolve("run.json"))))
                .hasSize(1);
    }

    @Test
    void shouldKeepTheFirstRateWhenThereIsNoRoomForTheSecond() {
        CommandLineRun sweep = CommandLineRun.of(
                whole().usableBytes(started -> started < 1 ? Long.MAX_VALUE : 0),
                arguments("sweep", "--rates", "1k,2k", "--rounds", "1"));

        assertThat(sweep.exitCode()).isEqualTo(2);
        assertThat(sweep.out()).contains("written     " + out().resolve("sweep.json"));
        assertThat(Stream.of("rate-00001000", "rate-00002000")
                        .filter(rate -> Files.exists(out().resolve(rate).resolve("report.html"))))
                .hasSize(1);
    }

    @Test
    void shouldPrintWhatCannotBeWrittenAndNameNoFileThatIsMissing() throws IOException {
        FakeJvms jvms = new FakeJvms((fork, run) -> {
            obstruct(out().resolve("diagnosis.json"));
            return FakeJvms.ok(run);
        });

        CommandLineRun run = CommandLineRun.of(jvms, arguments("run"));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).contains("50% ", "report      " + out().resolve("report.html"));
        assertThat(run.err())
                .contains("cannot write " + out().resolve("diagnosis.json"))
                .endsWith("What was measured is in " + out() + ": straggler report " + out()
                        + " writes what is missing, when that is possible.\n");
        clear(out().resolve("diagnosis.json"));
        assertThat(report().exitCode()).isZero();
        assertThat(out().resolve("diagnosis.json")).isRegularFile();
    }

    @Test
    void shouldNotNameAReportThatCouldNotBeWritten() {
        FakeJvms jvms = new FakeJvms((fork, run) -> {
            obstruct(out().resolve("report.html"));
            return FakeJvms.ok(run);
        });

        CommandLineRun run = CommandLineRun.of(jvms, arguments("run"));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).contains("50% ").doesNotContain("report.html");
        assertThat(out().resolve("diagnosis.json")).isRegularFile();
    }

    @Test
    void shouldPrintASweepWhosePageCannotBeWritten() {
        FakeJvms jvms = new FakeJvms((fork, run) -> {
            obstruct(out().resolve("sweep.html"));
            return FakeJvms.ok(run);
        });

        CommandLineRun sweep = CommandLineRun.of(jvms, arguments("sweep", "--rates", "1k,2k", "--rounds", "1"));

        assertThat(sweep.exitCode()).isEqualTo(2);
        assertThat(sweep.out()).contains("1,000/s", "2,000/s").doesNotContain("sweep.html");
        assertThat(out().resolve("sweep.json")).isRegularFile();
    }

    @Test
    void shouldKeepWhatCannotBeBroughtTogetherUntilItCan() throws IOException {
        FakeJvms jvms = new FakeJvms((fork, run) -> {
            obstruct(out().resolve("latency.hlog"));
            return FakeJvms.ok(run);
        });

        CommandLineRun run = CommandLineRun.of(jvms, arguments("run", "--forks", "2"));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .contains("cannot write " + out().resolve("latency.hlog"))
                .endsWith("What was measured is in " + out() + ": make room, and straggler report " + out()
                        + " brings it together.\n");
        assertThat(out().resolve("fork-1").resolve("run.json")).isRegularFile();

        clear(out().resolve("latency.hlog"));
        CommandLineRun report = report();

        assertThat(report.exitCode()).as(report.err()).isZero();
        assertThat(forks()).containsExactly(0, 1);
        assertThat(out().resolve("fork-0")).doesNotExist();
    }

    /** Leaves a folder as if the parent process had been killed when its JVM had written its results. */
    private RunFolder left(int fork) throws IOException {
        Path place = out().resolve("fork-" + fork);
        RunFolder left = new WrittenRuns().firstFork(fork).write(place);
        new ForkRequest(new TaskSpec.OfClass(Spiky.class.getName()), fork, Map.of()).write(place);
        return left;
    }

    @Test
    void shouldBringTogetherWhatAKilledProcessLeft() throws IOException {
        left(0);
        left(1);
        // The folder of a JVM that was killed before it had measured anything.
        Files.createDirectories(out().resolve("fork-2").resolve("repository"));
        new ForkRequest(new TaskSpec.OfClass(Spiky.class.getName()), 2, Map.of()).write(out().resolve("fork-2"));

        assertThatThrownBy(() -> new RunFolder(out()).readRun())
                .hasMessageEndingWith(
                        "; the run goes on, or was not brought together: straggler report " + out() + " does that");

        CommandLineRun report = report();

        RunDescription run = new RunFolder(out()).readRun();
        assertThat(report.exitCode()).isEqualTo(2);
        assertThat(report.out()).contains("report      " + out().resolve("report.html"));
        assertThat(run.status()).isEqualTo(RunStatus.FAILED);
        assertThat(run.reason()).startsWith("the run was never brought together");
        assertThat(forks()).containsExactly(0, 1);
        try (Stream<Path> files = Files.list(out())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("run.json", "latency.hlog", "diagnosis.json", "report.html");
        }
    }

    @Test
    void shouldReportTheFolderOfOneJvm() throws IOException {
        RunFolder fork = left(0);

        CommandLineRun report = CommandLineRun.of("report", fork.path().toString());

        assertThat(report.exitCode()).as(report.err()).isZero();
        assertThat(fork.report()).isRegularFile();
    }

    @Test
    void shouldLeaveARunAloneThatGoesOn() throws IOException {
        RunFolder fork = left(0);
        try (FolderLock lock = FolderLock.take(out()).orElseThrow()) {
            assertThat(lock).isNotNull();
            CommandLineRun report = report();

            assertThat(report.exitCode()).isEqualTo(1);
            assertThat(report.err())
                    .isEqualTo("The run goes on: " + out()
                            + " is being filled. Ctrl-C ends it and keeps what was measured.\n");
        }
        assertThat(fork.runJson()).isRegularFile();
        assertThat(report().exitCode()).isZero();
    }

    @Test
    void shouldSayThatNothingWasMeasured() throws IOException {
        Files.createDirectories(out().resolve("fork-0").resolve("repository"));
        new ForkRequest(new TaskSpec.OfClass(Spiky.class.getName()), 0, Map.of()).write(out().resolve("fork-0"));

        CommandLineRun report = report();

        assertThat(report.exitCode()).isEqualTo(1);
        assertThat(report.err())
                .isEqualTo("Nothing was measured in " + out()
                        + ": the run ended before its first outlier, and before its results were written.\n");
    }

    /** Another run begins between the look whether the folder is empty and the first JVM. */
    @Test
    void shouldNotMeasureIntoTheFolderOfAnotherRun() throws IOException {
        RunFolder folder = RunFolder.create(out());
        RunRequest request =
                new RunRequest(new TaskSpec.OfClass(Spiky.class.getName()), Map.of(), "", List.of(), 1, out());
        FakeJvms jvms = whole();
        ForkLauncher second =
                new ForkLauncher(jvms, request, folder, new ProgressLine(System.err, false, 0), System.err);
        try (FolderLock first = FolderLock.take(out()).orElseThrow()) {
            assertThat(first).isNotNull();
            assertThatThrownBy(() -> second.run(1))
                    .isInstanceOf(UsageException.class)
                    .hasMessage("Another run is being measured into the output folder: " + out()
                            + "; choose another folder");
        }
        assertThat(jvms.started()).isEmpty();
    }
}
