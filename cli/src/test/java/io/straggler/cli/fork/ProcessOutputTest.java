package io.straggler.cli.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ProcessOutputTest {
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final PrintStream err = new PrintStream(said, true, StandardCharsets.UTF_8);
    private final List<String> lines = new CopyOnWriteArrayList<>();

    @Test
    void shouldTakeAllLines() throws Exception {
        ProcessOutput.read(new ByteArrayInputStream("one\ntwo".getBytes(StandardCharsets.UTF_8)), lines::add)
                .awaitEnd(err);

        assertThat(lines).containsExactly("one", "two");
        assertThat(said.size()).isZero();
    }

    @Test
    void shouldNotWaitForOutputThatDoesNotEnd() throws Exception {
        try (PipedOutputStream open = new PipedOutputStream()) {
            ProcessOutput.read(new PipedInputStream(open), lines::add).awaitEnd(err);
        }

        assertThat(said.toString(StandardCharsets.UTF_8))
                .isEqualTo("A process that the task started still holds its output. It was left running.\n");
    }
}
