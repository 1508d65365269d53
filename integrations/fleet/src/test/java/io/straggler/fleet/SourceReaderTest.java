package io.straggler.fleet;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import org.junit.jupiter.api.Test;

class SourceReaderTest {
    /** The exception of a file that may not be read says no more than its path. */
    @Test
    void shouldSayWhyASourceCannotBeRead() {
        shouldSay(
                "cannot be read: /run/latency.hlog: permission denied", new AccessDeniedException("/run/latency.hlog"));
        shouldSay("cannot be read: connection lost", new IOException("connection lost\nat a.B"));
    }

    private static void shouldSay(String why, IOException thrown) {
        assertThatThrownBy(() -> SourceReader.explained(() -> {
                    throw thrown;
                }))
                .isInstanceOf(UnusableSourceException.class)
                .hasMessage(why);
    }
}
