package io.straggler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.straggler.compare.IncomparableException;
import io.straggler.compare.RunSet;
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
    /** May not be read, by root neither. */
    private static final Path WRITE_ONLY = Path.of("/proc/sys/vm/compact_memory");

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
    void shouldSayWhyItCannotBeRead() throws IOException {
        assumeThat(WRITE_ONLY).exists();
        Files.delete(folder.latencyLog());
        Files.createSymbolicLink(folder.latencyLog(), WRITE_ONLY);

        assertThatThrownBy(() -> Analysis.of(folder))
                .isInstanceOf(RunFolderException.class)
                .hasMessage("latency.hlog must be readable: permission denied");
    }

    @Test
    void shouldNotBeCompared() {
        assertThatThrownBy(() -> RunSet.read("A", List.of(folder)))
                .isInstanceOf(IncomparableException.class)
                .hasMessageContaining("run: latency.hlog is damaged: ");
    }
}
