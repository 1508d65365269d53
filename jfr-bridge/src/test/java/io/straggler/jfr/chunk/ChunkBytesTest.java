package io.straggler.jfr.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.jfr.clock.ClockMap;
import io.straggler.jfr.read.OutlierWindows;
import io.straggler.jfr.read.WindowFilter;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.RunId;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
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
        SkipRule[] skips = new SkipRule[200];
        skips[5] = SkipRule.ALL;
        skips[130] = SkipRule.ALL;
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

        assertThat(bytes.skipEvents(0, skips)).isEqualTo(7);
        assertThat(bytes.skipEvents(7, skips)).isEqualTo(7);
        assertThat(bytes.skipEvents(10, skips)).isEqualTo(13);
        assertThat(bytes.skipEvents(13, skips)).isEqualTo(13);
        assertThat(bytes.skipEvents(17, skips)).isEqualTo(17);
        assertThat(bytes.skipEvents(20, skips)).isEqualTo(20);
        assertThat(bytes.skipEvents(25, skips)).isEqualTo(25);
        assertThat(bytes.skipEvents(27, skips)).isEqualTo(30);
        assertThat(bytes.position()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"heap", "slice", "direct"})
    void shouldSkipUpToTheEndAndNoFurther(String where) {
        SkipRule[] skips = new SkipRule[200];
        skips[5] = SkipRule.ALL;

        assertThat(placed(where, ByteBuffer.wrap(new byte[] {3, 5, 0, 3, 5, 0})).skipEvents(0, skips))
                .isEqualTo(where.equals("direct") ? 0 : 6);
        assertThat(placed(where, ByteBuffer.wrap(new byte[] {3, 5})).skipEvents(0, skips))
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"heap", "slice"})
    void shouldSkipEventsThatAreKnownNotToBeWanted(String where) {
        WindowFilter events = new WindowFilter(
                OutlierWindows.of(List.of(outlier(1_000, 2_000), outlier(9_000, 9_100)), List.of(), 0),
                ClockMap.asIs(0));
        SkipRule[] skips = new SkipRule[200];
        skips[5] = new SkipRule(events, true);
        skips[6] = new SkipRule(events, false);
        assertThat(skipped(where, event(5, 3_000, 100), skips))
                .as("nothing is known yet")
                .isFalse();
        assertThat(events.contain(4_000, 4_000)).isFalse();

        assertThat(skipped(where, event(5, 3_000, 100), skips)).isTrue();
        assertThat(skipped(where, event(5, 3_000, 7_000), skips))
                .as("into the next window")
                .isFalse();
        assertThat(skipped(where, event(5, 3_000), skips))
                .as("its duration is cut off")
                .isFalse();
        assertThat(skipped(where, event(5, 3_000, Long.MAX_VALUE), skips))
                .as("no end")
                .isFalse();
        assertThat(skipped(where, event(5, 3_000, -1), skips))
                .as("a duration below zero")
                .isFalse();
        assertThat(skipped(where, event(6, 8_999), skips)).isTrue();
        assertThat(skipped(where, event(6, 9_000), skips)).as("on the edge").isFalse();
        assertThat(skipped(where, event(6, 2_000), skips))
                .as("on the other edge")
                .isFalse();
        assertThat(skipped(where, event(6, Long.MAX_VALUE), skips))
                .as("no clock shows that")
                .isFalse();
    }

    /** Whether an event is skipped that others follow. */
    private static boolean skipped(String where, ByteBuffer event, SkipRule[] skips) {
        int length = event.remaining();
        ChunkBytes bytes =
                placed(where, ByteBuffer.allocate(length + 20).put(event).clear());
        int next = bytes.skipEvents(0, skips);
        assertThat(next).isIn(0, length);
        assertThat(bytes.position()).isZero();
        return next == length;
    }

    private static Outlier outlier(long startNs, long endNs) {
        return new Outlier(new Iteration(new RunId(0, 1), startNs, startNs, endNs, 0, 0), 1, List.of());
    }

    /** An event of a type below 128 that has these numbers. */
    private static ByteBuffer event(int type, long... numbers) {
        ByteBuffer body = encoded(Arrays.stream(numbers).boxed().toList());
        ByteBuffer event = ByteBuffer.allocate(2 + body.remaining());
        event.put((byte) event.capacity()).put((byte) type).put(body);
        return event.flip();
    }
}
