package io.straggler.jfr.chunk;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class RecordedChunksTest {
    /** May not be read, by root neither. */
    private static final Path WRITE_ONLY = Path.of("/proc/sys/vm/compact_memory");

    @Test
    void shouldSayWhyARecordingCannotBeRead() {
        assumeThat(WRITE_ONLY).exists();

        assertThatThrownBy(() -> RecordedChunks.open(WRITE_ONLY))
                .isInstanceOf(RecordingException.class)
                .hasMessage("recording must be readable: file=" + WRITE_ONLY + ", error=permission denied");
    }
}
