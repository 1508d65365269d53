package io.straggler.cli.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ControlChannelTest {
    private final List<String> stops = new CopyOnWriteArrayList<>();
    private final CompletableFuture<String> ended = new CompletableFuture<>();

    private void listen(InputStream input) {
        ControlChannel.listen(input, (fromNs, toNs) -> stops.add(fromNs + ".." + toNs), ended::complete);
    }

    @Test
    void shouldTellOfEveryStopAndEndTheRunWhenTheParentCloses() throws Exception {
        PipedInputStream input = new PipedInputStream();
        try (OutputStream parent = new PipedOutputStream(input)) {
            listen(input);
            ControlChannel.stopped(parent, 100, 250);
            ControlChannel.stopped(parent, -7, -7);
        }

        assertThat(ended.get(20, TimeUnit.SECONDS)).isEqualTo("interrupted");
        assertThat(stops).containsExactly("100..250", "-7..-7");
    }

    @Test
    void shouldPassOverWhatItDoesNotUnderstand() throws Exception {
        PipedInputStream input = new PipedInputStream();
        try (OutputStream parent = new PipedOutputStream(input)) {
            listen(input);
            parent.write("hello\nstopped 1\nstopped one two\nstopped 99999999999999999999 1\nstopped 1 2\n"
                    .getBytes(StandardCharsets.US_ASCII));
        }

        assertThat(ended.get(20, TimeUnit.SECONDS)).isEqualTo("interrupted");
        assertThat(stops).containsExactly("1..2");
    }

    @Test
    void shouldNotMindAChildThatIsGone() {
        OutputStream gone = new ByteArrayOutputStream() {
            @Override
            public void flush() throws IOException {
                throw new IOException("Broken pipe");
            }
        };

        ControlChannel.stopped(gone, 1, 2);
    }
}
