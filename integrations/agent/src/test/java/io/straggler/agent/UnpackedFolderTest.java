package io.straggler.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Folders in the place for what is temporary, which other programs use too. */
class UnpackedFolderTest {
    private final List<Path> made = new ArrayList<>();

    @AfterEach
    void delete() {
        made.forEach(UnpackedFolder::delete);
    }

    private Path folder(String prefix) throws IOException {
        Path folder = Files.createTempDirectory(prefix);
        made.add(folder);
        Files.createFile(folder.resolve("straggler.jar"));
        return folder;
    }

    @Test
    void shouldDeleteWhatAKilledProgramLeftAndNothingElse() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        Path left = folder(UnpackedFolder.prefix(ended.pid()));
        Path ofARunningProgram =
                folder(UnpackedFolder.prefix(ProcessHandle.current().pid()));
        Path ofAnotherNamespace = folder("straggler-agent-1-" + ended.pid() + "-");
        Path ofAnotherForm = folder("straggler-agent-");
        Path target = folder("straggler-agent-target-");
        Path link = target.resolveSibling(UnpackedFolder.prefix(ended.pid()) + "1");
        Files.createSymbolicLink(link, target);

        Path own = UnpackedFolder.create();
        made.add(own);

        assertThat(own).isEmptyDirectory();
        assertThat(own.getFileName().toString())
                .startsWith(UnpackedFolder.prefix(ProcessHandle.current().pid()));
        assertThat(left).doesNotExist();
        assertThat(List.of(ofARunningProgram, ofAnotherNamespace, ofAnotherForm, target))
                .allSatisfy(
                        folder -> assertThat(folder.resolve("straggler.jar")).exists());
        Files.delete(link);
    }
}
