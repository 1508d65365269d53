package io.straggler.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class AgentMainTest {
    /** The root is read-only, or the folder does not exist. */
    @Test
    void shouldNameTheFolderThatItCannotUnpackItselfInto() {
        String folder = System.getProperty("java.io.tmpdir");
        assertThat(AgentMain.unwritable(
                        new FileSystemException(folder + "/straggler-agent-1", null, "Read-only file system")))
                .isEqualTo("The agent must be able to write the program's folder for temporary files, " + folder
                        + ": Read-only file system. Name another one: -Djava.io.tmpdir=DIR.");
        assertThat(AgentMain.unwritable(new NoSuchFileException(folder)))
                .contains(folder + ": NoSuchFileException. Name another one");
    }
}
