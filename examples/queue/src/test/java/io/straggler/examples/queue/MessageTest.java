package io.straggler.examples.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class MessageTest {
    private final Message message = new Message();

    @Test
    void shouldTakeFortyBytesWithItsIntendedStartFirst() {
        byte[] bytes = new byte[50];
        message.become(0x0102_0304_0506_0708L, 7);
        message.write(bytes, 5);

        ByteBuffer written = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(written.getLong(5)).isEqualTo(0x0102_0304_0506_0708L);
        assertThat(written.getLong(13)).isEqualTo(7);
        assertThat(bytes).startsWith(0, 0, 0, 0, 0).endsWith(0, 0, 0, 0, 0);
    }

    @Test
    void shouldNoticeEveryChangedByteButThoseOfTheIntendedStart() {
        byte[] bytes = new byte[Message.BYTES];
        message.become(99, 123_456);
        message.write(bytes, 0);
        Message read = new Message();
        for (int i = 8; i < Message.BYTES; i++) {
            bytes[i] ^= 1;
            read.read(bytes, 0);
            assertThat(read.is(123_456)).as("byte %d", i).isFalse();
            bytes[i] ^= 1;
        }
        read.read(bytes, 0);
        assertThat(read.is(123_456)).isTrue();
        assertThat(read.is(123_457)).isFalse();
        assertThat(read.intendedNs()).isEqualTo(99);
    }
}
