package io.straggler.jfr.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.AccessDeniedException;
import org.junit.jupiter.api.Test;

class RecordedChunksTest {
    /** The exception of a file that may not be read says no more than its path. */
    @Test
    void shouldSayWhyARecordingCannotBeRead() {
        assertThat(RecordedChunks.unreadable("x.jfr", new AccessDeniedException("x.jfr")))
                .hasMessage("recording must be readable: file=x.jfr, error=permission denied");
    }
}
