package io.straggler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.jfr.keep.Retention;
import io.straggler.model.RunDescription;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunJsonTest {
    private static final int WRITINGS = 1_000;

    /** The agent writes it again and again while its program runs, and {@code report} may read it at any time. */
    @Test
    void shouldBeThereAndWholeWhileItIsWrittenAnew(@TempDir Path directory) throws Exception {
        RunFolder folder = new WrittenRuns().write(directory.resolve("run"));
        RunDescription run = folder.readRun();
        CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < WRITINGS; i++) {
                folder.write(run);
            }
        });
        do {
            assertThat(folder.readRun()).isEqualTo(run);
        } while (!writing.isDone());
        writing.get();
    }

    /** An earlier version has other fields. */
    @Test
    void shouldSayWhichVersionAFileIsOf(@TempDir Path directory) throws Exception {
        RunFolder folder = new WrittenRuns().write(directory.resolve("run"));
        Files.writeString(folder.runJson(), "{\"schemaVersion\": 2, \"task\": \"com.acme.Task\"}");

        assertThatThrownBy(folder::readRun)
                .isInstanceOf(RunFolderException.class)
                .hasMessage("run.json must have schema version 3; measure again, or use the Straggler that wrote it:"
                        + " schemaVersion=2 file=" + folder.runJson());
    }

    @Test
    void shouldSayWhyNothingWasKeptThoughNothingHadBeenRead(@TempDir Path directory) throws Exception {
        RunFolder folder = new WrittenRuns().write(directory.resolve("run"));

        folder.add(Retention.nothing().plus(Retention.problem("The disk was full.")));

        assertThat(folder.readRun().warnings()).contains("The disk was full.");
        assertThat(folder.readRun().environment()).doesNotContainKey("retention");
    }
}
