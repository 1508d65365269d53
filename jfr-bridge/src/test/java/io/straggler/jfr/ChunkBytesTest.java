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
    void shouldSkipShortEventsOfTypesThatNobodyWants(String where) {
        boolean[] skipped = new boolean[200];
        skipped[5] = true;
        skipped[130] = true;
        ByteBuffer events = ByteBuffer.wrap(new byte[] {
            3,
            5,
            0, // at 0
            4,
            (byte) 0x82,
            1,
            0, // at 3: type 130
            3,
            6,
            0, // at 7: wanted
            3,
            5,
            0, // at 10
            4,
            (byte) 0xc8,
            1,
            0, // at 13: type 200, greater than any
            (byte) 0x83,
            0,
            5, // at 17: a size of two bytes
            5,
            (byte) 0x85,
            (byte) 0x80,
            0,
            0, // at 20: a type of three bytes
            2,
            5, // at 25: too short to be one
            3,
            5,
            0, // at 27
            4,
            5,
            0 // at 30: cut off
        });
        ChunkBytes bytes = placed(where, events);

        assertThat(bytes.skipShortEvents(0, skipped)).isEqualTo(7);
        assertThat(bytes.skipShortEvents(7, skipped)).isEqualTo(7);
        assertThat(bytes.skipShortEvents(10, skipped)).isEqualTo(13);
        assertThat(bytes.skipShortEvents(13, skipped)).isEqualTo(13);
        assertThat(bytes.skipShortEvents(17, skipped)).isEqualTo(17);
        assertThat(bytes.skipShortEvents(20, skipped)).isEqualTo(20);
        assertThat(bytes.skipShortEvents(25, skipped)).isEqualTo(25);
        assertThat(bytes.skipShortEvents(27, skipped)).isEqualTo(30);
        assertThat(bytes.position()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"heap", "slice", "direct"})
    void shouldSkipUpToTheEndAndNoFurther(String where) {
        boolean[] skipped = new boolean[200];
        skipped[5] = true;

        assertThat(placed(where, ByteBuffer.wrap(new byte[] {3, 5, 0, 3, 5, 0})).skipShortEvents(0, skipped))
                .isEqualTo(where.equals("direct") ? 0 : 6);
        assertThat(placed(where, ByteBuffer.wrap(new byte[] {3, 5})).skipShortEvents(0, skipped))
                .isZero();
    }
}
