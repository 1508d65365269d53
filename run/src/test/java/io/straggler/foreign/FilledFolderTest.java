package io.straggler.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.WrittenRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
        Path repository = Files.createDirectory(directory.resolve("repository"));
        Files.createSymbolicLink(repository.resolve("1.jfr"), directory.resolve("nothing"));
        FilledFolder.begin(folder, repository, 0);

        Analysis analysis = FilledFolder.analysis(folder);

        assertThat(analysis.run().iterations()).isEqualTo(20_000);
        assertThat(analysis.run().warnings()).anyMatch(warning -> warning.startsWith("The program was still running"));
    }
}
