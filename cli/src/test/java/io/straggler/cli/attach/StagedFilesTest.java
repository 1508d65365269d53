package io.straggler.cli.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.RunFolder;
import io.straggler.anyrecording.FilledFolder;
import io.straggler.cli.option.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that lie apart, for a JVM that could share them: it has a folder for temporary files of its own. */
@Timeout(60)
class StagedFilesTest {
    @TempDir
    private Path here;

    @TempDir
    private Path temporary;

    private Process process;
    private RunningJvm jvm;

    @BeforeEach
    void start() throws Exception {
        process = AttachCommandTest.sleepingJvm("-Djava.io.tmpdir=" + temporary);
        jvm = new RunningJvm(process.pid());
        Files.writeString(here.resolve("agent.jar"), "a jar");
    }

    @AfterEach
    void end() throws Exception {
        process.destroyForcibly().waitFor();
    }

    private StagedFiles staged() throws Exception {
        return StagedFiles.create(jvm, here.resolve("agent.jar"));
    }

    @Test
    void shouldLeaveNothingThere() throws Exception {
        try (StagedFiles staged = staged()) {
            Path agent = Path.of(staged.agent());
            assertThat(agent)
                    .hasContent("a jar")
                    .hasParentRaw(temporary.resolve(agent.getParent().getFileName()));
            assertThat(Files.getPosixFilePermissions(agent.getParent()))
                    .isEqualTo(PosixFilePermissions.fromString("rwx------"));
            try (AgentFiles.AnswerFile answer = staged.newAnswer()) {
                Files.writeString(Path.of(answer.there()), "an answer");
                assertThat(answer.text()).isEqualTo("an answer");
            }
            Path run = Files.createDirectories(Path.of(staged.runFolder(here.resolve("run"))));
            Files.writeString(run.resolve("run.json"), "{}");
            Files.createSymbolicLink(run.resolve("out"), here);
        }
        assertThat(temporary).isEmptyDirectory();
        assertThat(here.resolve("run")).doesNotExist();
        assertThat(here.resolve("agent.jar")).hasContent("a jar");
    }

    @Test
    void shouldBringTheRegularFilesOfARun() throws Exception {
        try (StagedFiles staged = staged()) {
            Path run = Files.createDirectories(Path.of(staged.runFolder(here.resolve("run"))));
            Files.writeString(run.resolve("run.json"), "{}");
            Files.createSymbolicLink(run.resolve("latency.hlog"), here.resolve("agent.jar"));
            assertThat(staged.state(run.toString())).isEqualTo(FilledFolder.Filling.OVER);
            RunFolder brought = staged.brought(run.toString(), here.resolve("run"));
            assertThat(brought.path()).isEqualTo(here.resolve("run"));
            assertThat(Files.list(brought.path())).containsExactly(brought.runJson());
        }
        assertThat(here.resolve("run/run.json")).hasContent("{}");
        assertThat(temporary).isEmptyDirectory();
    }

    /** The program is killed while it is measured. */
    @Test
    void shouldBringWhatAJvmHasRecordedSoFar() throws Exception {
        Path chunks = Files.createDirectory(temporary.resolve("2026_01_02_03_04_05_" + process.pid()));
        Path chunk = Files.writeString(chunks.resolve("one.jfr"), "a chunk");
        Files.setLastModifiedTime(chunk, FileTime.fromMillis(77_000));
        try (StagedFiles staged = staged()) {
            Path run = Files.createDirectories(Path.of(staged.runFolder(here.resolve("run"))));
            FilledFolder.begin(new RunFolder(run), chunks, 76_000);
            assertThat(staged.state(run.toString())).isEqualTo(FilledFolder.Filling.NOT_COUNTING);
            // What was looked at once is found again.
            Files.move(chunks, temporary.resolve("elsewhere"));
            process.destroyForcibly().waitFor();
            RunFolder brought = staged.brought(run.toString(), here.resolve("run"));
            assertThat(FilledFolder.filling(brought)).isTrue();
            Path copy = here.resolve("run/chunks/one.jfr");
            assertThat(FilledFolder.repository(brought))
                    .isEqualTo(copy.getParent().toString());
            assertThat(copy).hasContent("a chunk");
            assertThat(Files.getLastModifiedTime(copy).toMillis()).isEqualTo(77_000);
        }
        assertThat(temporary)
                .isDirectoryNotContaining(file -> file.getFileName().toString().startsWith("straggler"));
        assertThat(here.resolve("run/chunks/one.jfr")).exists();
    }

    /** A signal stops the program while it is measured. */
    @Test
    void shouldLeaveARunFolderToAProgramThatGoesOn() throws Exception {
        Path run;
        try (StagedFiles staged = staged()) {
            run = Files.createDirectories(Path.of(staged.runFolder(here.resolve("run"))));
            FilledFolder.begin(new RunFolder(run), temporary.resolve("none"), 0);
            staged.brought(run.toString(), here.resolve("run"));
        }
        assertThat(run).isNotEmptyDirectory();
        assertThat(here.resolve("run/unfinished.properties")).exists();
    }

    @Test
    void shouldSayWhichFolderMustBeWritable() throws Exception {
        Files.delete(temporary);
        try {
            assertThatThrownBy(this::staged)
                    .isInstanceOf(UsageException.class)
                    .hasMessage("Process " + process.pid() + " must be able to write its folder for temporary files, "
                            + temporary + ", for the agent: it does not exist. In a container, mount a volume there; or"
                            + " start the program with -Djava.io.tmpdir=DIR.");
        } finally {
            Files.createDirectory(temporary);
        }
        assertThat(List.of(here.toFile().list())).containsExactly("agent.jar");
    }
}
