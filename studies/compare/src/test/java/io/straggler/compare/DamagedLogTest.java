package io.straggler.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.WrittenRuns;
import io.straggler.model.RunStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run folder whose log has a line that cannot be read, two thirds down. */
class DamagedLogTest {
    @TempDir
    private Path directory;

    private RunFolder folder;

    @BeforeEach
    void damage() throws IOException {
        folder = new WrittenRuns().write(directory.resolve("run"));
        List<String> lines = new ArrayList<>(Files.readAllLines(folder.latencyLog()));
        int line = lines.size() * 2 / 3;
        lines.set(line, lines.get(line).substring(0, lines.get(line).length() / 2));
        Files.write(folder.latencyLog(), lines);
    }

    @Test
    void shouldSayHowMuchIsLeft() {
        Analysis analysis = Analysis.of(folder);

        assertThat(analysis.run().status()).isEqualTo(RunStatus.FAILED);
        assertThat(analysis.run().reason())
                .matches("latency.hlog is damaged: 1[0-9],[0-9]{3} of 20,000 iterations are left in it."
                        + " Percentiles are those of what is left");
    }

    @Test
    void shouldNotBeCompared() {
        assertThatThrownBy(() -> RunSet.read("A", List.of(folder)))
                .isInstanceOf(IncomparableException.class)
                .hasMessageContaining("run: latency.hlog is damaged: ");
    }
}
