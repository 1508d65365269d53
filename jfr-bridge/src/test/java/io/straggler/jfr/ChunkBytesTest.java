package io.straggler.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers of every length, from memory, from the middle of memory, and from outside of the heap as from a mapped file. */
class ChunkBytesTest {
    private static List<Long> numbers() {
        Random random = new Random(7);
        List<Long> numbers = new ArrayList<>(List.of(0L, 127L, 128L, -1L, Long.MAX_VALUE, Long.MIN_VALUE));
        for (int bits = 1; bits <= 64; bits++) {
            numbers.add(random.nextLong() >>> 64 - bits);
        }
        return numbers;
    }

    private static ByteBuffer encoded(List<Long> numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(9 * numbers.size());
        for (long number : numbers) {
            long left = number;
            for (int i = 0; i < 8 && (left & ~0x7fL) != 0; i++) {
                bytes.put((byte) (left | 0x80));
                left >>>= 7;
            }
            bytes.put((byte) left);
        }
        return bytes.flip();
    }

    private static ChunkBytes placed(String where, ByteBuffer bytes) {
        ByteBuffer place = switch (where) {
            case "heap" -> ByteBuffer.allocate(bytes.remaining());
            case "slice" -> ByteBuffer.allocate(bytes.remaining() + 30).slice(13, bytes.remaining());
            default -> ByteBuffer.allocateDirect(bytes.remaining());
        };
        return new ChunkBytes(place.put(bytes).flip());
    }

    @ParameterizedTest
    @ValueSource(strings = {"heap", "slice", "direct"})
    void shouldReadNumbersOfEveryLength(String where) {
        List<Long> numbers = numbers();
        ChunkBytes bytes = placed(where, encoded(numbers));

        for (long number : numbers) {
            assertThat(bytes.readVarlong()).isEqualTo(number);
        }
        assertThat(bytes.remaining()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"heap", "slice", "direct"})
    void shouldNotReadANumberBeyondItsEvent(String where) {
        ChunkBytes bytes = placed(where, encoded(List.of(Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE)));

        for (int length = 0; length < 9; length++) {
            bytes.window(9, 9 + length);
            assertThatThrownBy(bytes::readVarlong)
                    .isInstanceOf(CorruptChunkException.class)
                    .hasMessageStartingWith("value must end before its event does");
        }
        bytes.window(9, 18);
        assertThat(bytes.readVarlong()).isEqualTo(Long.MIN_VALUE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"heap", "slice"})
    void shouldLookAtShortNumbersWithoutMoving(String where) {
        ChunkBytes bytes = placed(where, encoded(List.of(0L, 127L, 128L, 16_383L, 16_384L, 255L)));

        assertThat(bytes.byteNumberAt(0)).isZero();
        assertThat(bytes.byteNumberAt(1)).isEqualTo(127);
        assertThat(bytes.byteNumberAt(2)).isNegative();
        assertThat(bytes.shortNumberAt(0)).isZero();
        assertThat(bytes.shortNumberAt(1)).isEqualTo(127);
        assertThat(bytes.shortNumberAt(2)).isEqualTo(128);
        assertThat(bytes.shortNumberAt(4)).isEqualTo(16_383);
        assertThat(bytes.shortNumberAt(6)).as("three bytes").isNegative();
        assertThat(bytes.shortNumberAt(9)).isEqualTo(255);
        assertThat(bytes.byteNumberAt(11)).as("behind the end").isNegative();
        assertThat(bytes.shortNumberAt(11)).isNegative();
        assertThat(bytes.position()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"heap", "slice", "direct"})
    void shouldNotLookAtANumberThatIsCutOffOrElsewhere(String where) {
        ChunkBytes cutOff = placed(where, ByteBuffer.wrap(new byte[] {(byte) 0x81}));

        assertThat(cutOff.shortNumberAt(0)).isNegative();
        assertThat(placed("direct", encoded(List.of(5L))).shortNumberAt(0)).isNegative();
    }
}
