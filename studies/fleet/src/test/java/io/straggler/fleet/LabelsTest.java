package io.straggler.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.WrittenRuns;
import io.straggler.model.RunDescription;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabelsTest {
    @TempDir
    private Path folder;

    private RunDescription run() {
        return new WrittenRuns().write(folder.resolve("run")).readRun();
    }

    @Test
    void shouldKnowARunByItsFactsItsOptionsAndWhatTheUserSaidOfIt() {
        RunDescription run = run().withFact("java", "21.0.4").withFact("label version", "2.1");

        assertThat(Labels.of(run))
                .containsEntry("jdk", "21")
                .containsEntry("version", "2.1")
                .containsEntry("cpu", "One")
                .containsEntry("threshold", "auto")
                .containsEntry("task", run.task());
    }

    /** A container's host name is drawn at random. */
    @Test
    void shouldBelieveTheUserMoreThanTheMachine() {
        RunDescription run = run().withFact("host", "4f1c09").withFact("label host", "web-1");

        assertThat(Labels.of(run)).containsEntry("host", "web-1");
    }
}
