package io.straggler.examples.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.examples.RecordedHarness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class HandOverTest {
    private static final int MESSAGES = 2_000;
    private static final byte[] KEY = "sixteen bytes...".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

    private final RecordedHarness harness = new RecordedHarness();

    static Stream<List<Payload>> payloads() {
        return Stream.of(
                List.of(new PlainPayload(), new PlainPayload()), List.of(new SaltedAes(KEY), new SaltedAes(KEY)));
    }

    @ParameterizedTest
    @MethodSource("payloads")
    void shouldCompleteEveryMessageOnceInOrderAndLeaveNothingBehind(List<Payload> payloads) throws Exception {
        HandOver handOver = new HandOver(payloads.get(0), payloads.get(1));
        handOver.setUp(harness);
        Path folder = handOver.folder();
        try {
            for (long tag = 0; tag < MESSAGES; tag++) {
                handOver.run(10 * tag);
            }
            for (long tag = 0; tag < MESSAGES; tag++) {
                assertThat(harness.completed().poll(10, TimeUnit.SECONDS)).isEqualTo(10 * tag);
            }
            handOver.check();
            assertThat(folder).isDirectory();
        } finally {
            handOver.tearDown();
        }

        assertThat(harness.completed()).isEmpty();
        assertThat(harness.values("append")).hasSize(MESSAGES).allMatch(ns -> ns > 0);
        assertThat(harness.values("read")).hasSize(MESSAGES).allMatch(ns -> ns > 0);
        assertThat(harness.watched()).containsExactly(handOver.reader());
        assertThat(handOver.reader().getName()).isEqualTo("queue-reader");
        assertThat(handOver.reader().isAlive()).isFalse();
        assertThat(folder).doesNotExist();
    }

    @ParameterizedTest
    @MethodSource("payloads")
    void shouldFailTheRunWhenAMessageIsNotWhatWasSent(List<Payload> payloads) throws Exception {
        HandOver handOver = new HandOver(new Corrupting(payloads.get(0), 100), payloads.get(1));
        handOver.setUp(harness);
        try {
            for (long tag = 0; tag <= 100; tag++) {
                handOver.run(tag);
            }
            handOver.reader().join();

            assertThatThrownBy(handOver::check)
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith(
                            "reading thread must go on: message must be the next one, as it was sent: next=100 ");
            assertThatThrownBy(() -> handOver.run(101)).hasMessageStartingWith("reading thread must go on: ");
            assertThat(harness.completed()).hasSize(100);
        } finally {
            handOver.tearDown();
        }
        assertThat(Files.exists(handOver.folder())).isFalse();
    }

    /** Changes the last byte of one message. */
    private static final class Corrupting implements Payload {
        private final Payload payload;
        private final int which;
        private int count;

        Corrupting(Payload payload, int which) {
            this.payload = payload;
            this.which = which;
        }

        @Override
        public int bytes() {
            return payload.bytes();
        }

        @Override
        public void write(Message message, byte[] into) throws IOException {
            payload.write(message, into);
            if (count++ == which) {
                into[bytes() - 1] ^= 1;
            }
        }

        @Override
        public void read(byte[] from, Message into) {
            throw new AssertionError("only writes");
        }
    }
}
