package io.straggler.jfr.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.straggler.jfr.chunk.ChunkExtent;
import io.straggler.jfr.chunk.CorruptChunkException;
import io.straggler.jfr.clock.ClockMap;
import io.straggler.jfr.clock.ProcessClock;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessClockTest {
    private static final long TICKS = 2_000_000_000;
    private static final long SECOND = 1_000_000_000;

    private final ProcessClock clock = new ProcessClock();

    private static ChunkExtent chunk(long offset, long startEpochNs, long startTicks) {
        return new ChunkExtent(offset, 1_000, 100, 100, startEpochNs, 0, startTicks, TICKS);
    }

    private static ClockMap.Pair pair(double ticksSeconds, double nanosSeconds) {
        long ns = Math.round(nanosSeconds * SECOND);
        return new ClockMap.Pair(Math.round(ticksSeconds * TICKS), ns, ns + 100);
    }

    @Test
    void shouldSayNothingOfAClockThatKeepsItsPace() {
        clock.add(chunk(0, 0, TICKS), List.of(pair(1, 11), pair(2, 12.000_5)));
        clock.add(chunk(500, SECOND, 3 * TICKS), List.of(pair(3, 13.001), pair(60, 70)));

        assertThat(clock.jumps()).isEmpty();
        assertThat(clock.maps()).hasSize(1);
    }

    @Test
    void shouldMapBothSidesOfAJumpBackwardsOnTheirOwn() {
        ChunkExtent before = chunk(0, 100 * SECOND, 50 * TICKS);
        ChunkExtent after = chunk(500, 103 * SECOND, 20 * TICKS);
        clock.add(before, List.of(pair(50, 1), pair(52, 3)));
        // The counter started again: the same ticks mean two instants.
        clock.add(after, List.of(pair(20, 4), pair(55, 39)));

        assertThat(clock.jumps())
                .containsExactly(
                        "offset 500: the recording's clock jumped by 33 s before or in this chunk; times close to "
                                + "the jump are uncertain");
        assertThat(clock.of(before).toNanos(51 * TICKS)).isCloseTo(2 * SECOND, within(1_000L));
        assertThat(clock.of(after).toNanos(51 * TICKS)).isCloseTo(35 * SECOND, within(1_000L));
        // async-profiler's chunks have no readings; their headers tell where they belong.
        assertThat(clock.of(chunk(900, 102 * SECOND, 52 * TICKS)).toNanos(51 * TICKS))
                .isCloseTo(2 * SECOND, within(1_000L));
        assertThat(clock.of(chunk(900, 134 * SECOND, 51 * TICKS)).toNanos(51 * TICKS))
                .isCloseTo(35 * SECOND, within(1_000L));
    }

    @Test
    void shouldTellOfAJumpForwardsAndKeepBothSides() {
        ChunkExtent only = chunk(0, 0, TICKS);
        clock.add(only, List.of(pair(1, 1), pair(2, 2), pair(3, 13), pair(4, 14)));

        assertThat(clock.jumps())
                .containsExactly(
                        "offset 0: the recording's clock jumped by 10 s before or in this chunk; times close to "
                                + "the jump are uncertain");
        assertThat(clock.of(only).toNanos(3 * TICKS / 2)).isCloseTo(3 * SECOND / 2, within(1_000L));
        assertThat(clock.of(only).toNanos(7 * TICKS / 2)).isCloseTo(27 * SECOND / 2, within(1_000L));
    }

    @Test
    void shouldRefuseTimesThatNoClockCanShow() {
        ChunkExtent only = chunk(0, 0, TICKS);
        clock.add(only, List.of(pair(1, 1)));

        assertThatThrownBy(() -> clock.of(only).toNanos(Long.MIN_VALUE + 1))
                .isInstanceOf(CorruptChunkException.class)
                .hasMessage("time must be one that a clock can show: ticks=-9223372036854775807");
        assertThat(new ClockMap.Pair(1, 5, 4).plausible()).isFalse();
        assertThat(new ClockMap.Pair(1, 5, Long.MAX_VALUE).plausible()).isFalse();
        assertThat(new ClockMap.Pair(1, 5, 6).plausible()).isTrue();
    }
}
