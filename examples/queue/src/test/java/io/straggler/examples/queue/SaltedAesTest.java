package io.straggler.examples.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SaltedAesTest {
    private static final HexFormat HEX = HexFormat.of();

    /** NIST SP 800-38A, F.5.1: the first two blocks, and half of the third. */
    private static final byte[] KEY = HEX.parseHex("2b7e151628aed2a6abf7158809cf4f3c");

    private static final byte[] COUNTER = HEX.parseHex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff");
    private static final byte[] PLAIN =
            HEX.parseHex("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411");
    private static final byte[] CIPHERTEXT =
            HEX.parseHex("874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff5ae4df3edbd5d35e");

    private final SaltedAes aes = new SaltedAes(KEY);
    private final Message message = new Message();

    @Test
    void shouldDecryptWhatTheStandardEncrypted() throws Exception {
        byte[] stored =
                ByteBuffer.allocate(aes.bytes()).put(COUNTER).put(CIPHERTEXT).array();

        aes.read(stored, message);

        byte[] read = new byte[Message.BYTES];
        message.write(read, 0);
        assertThat(read).isEqualTo(PLAIN);
    }

    @Test
    void shouldReadWithTheSameKeyWhatItWrote() throws Exception {
        byte[] stored = new byte[aes.bytes()];
        message.become(123_456_789, 42);

        aes.write(message, stored);

        Message read = new Message();
        new SaltedAes(KEY).read(stored, read);
        assertThat(read.is(42)).isTrue();
        assertThat(read.intendedNs()).isEqualTo(123_456_789);
        new SaltedAes(new byte[16]).read(stored, read);
        assertThat(read.is(42)).isFalse();
    }

    @Test
    void shouldSaltEveryMessageAnew() throws Exception {
        byte[] stored = new byte[aes.bytes()];
        message.become(1, 1);
        Set<String> salts = new HashSet<>();
        Set<String> texts = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            aes.write(message, stored);
            salts.add(HEX.formatHex(Arrays.copyOf(stored, SaltedAes.SALT_BYTES)));
            texts.add(HEX.formatHex(stored, SaltedAes.SALT_BYTES, stored.length));
        }
        assertThat(salts).hasSize(1_000);
        assertThat(texts).hasSize(1_000);
    }
}
