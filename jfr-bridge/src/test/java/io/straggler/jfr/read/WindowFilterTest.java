package io.straggler.jfr.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.jfr.chunk.CorruptChunkException;
import io.straggler.jfr.clock.ClockMap;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WindowFilterTest {
    private static final long TICKS_PER_SECOND = 2_400_000_000L;

    /** A clock that is bent, so that ticks and nanoseconds cannot be converted by one factor. */
    private static final ClockMap CLOCK = ClockMap.of(
            List.of(
                    new ClockMap.Pair(-5_000_000_000L, -999, -999),
                    new ClockMap.Pair(0, 2_000_000_000, 2_000_000_000),
                    new ClockMap.Pair(7_000_000_000L, 5_000_300_000L, 5_000_300_000L)),
            TICKS_PER_SECOND);

    private static Outlier outlier(long startNs, long endNs) {
        return new Outlier(new Iteration(new RunId(0, 1), startNs, startNs, endNs, 0, 0), 1, List.of());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldAgreeWithTheWindowsInWhateverOrderEventsCome(long seed) {
        Random random = new Random(seed);
        List<Outlier> outliers = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            long startNs = random.nextLong(10_000_000_000L);
            outliers.add(outlier(startNs, startNs + random.nextLong(20_000_000)));
        }
        OutlierWindows windows = OutlierWindows.of(outliers, List.of(), 0);
        WindowFilter events = new WindowFilter(windows, CLOCK);
        int touching = 0;
        long tick = -5_000_000_000L;
        for (int i = 0; i < 200_000; i++) {
            // A buffer of one thread in order, then one of another thread, which begins earlier or later.
            tick += i % 300 == 0 ? random.nextLong(200_000_000) - 90_000_000 : random.nextLong(100_000);
            long endTick = tick + (random.nextInt(50) == 0 ? random.nextLong(50_000_000) : random.nextLong(100_000));
            boolean touches = windows.touch(CLOCK.toNanos(tick), CLOCK.toNanos(endTick));
            assertThat(events.contain(tick, endTick))
                    .as("%d to %d", tick, endTick)
                    .isEqualTo(touches);
            touching += touches ? 1 : 0;
        }
        assertThat(touching).isBetween(10_000, 190_000);
    }

    @Test
    void shouldTellTheEdges() {
        WindowFilter events = new WindowFilter(
                OutlierWindows.of(List.of(outlier(1_000, 2_000), outlier(5_000, 6_000)), List.of(), 0),
                ClockMap.asIs(0));
        assertThat(events.contain(3_000, 4_000)).isFalse();
        assertThat(events.contain(2_000, 2_000)).isTrue();
        assertThat(events.contain(2_001, 4_999)).isFalse();
        assertThat(events.contain(2_001, 5_000)).isTrue();
        assertThat(events.contain(999, 999)).isFalse();
        assertThat(events.contain(999, 1_000)).isTrue();
        assertThat(events.contain(6_001, 9_000_000)).isFalse();
        assertThat(events.contain(0, Long.MAX_VALUE >> 8)).isTrue();
    }

    @Test
    void shouldNotTakeATimeThatNoClockCanShowForOneBetweenWindows() {
        WindowFilter events =
                new WindowFilter(OutlierWindows.of(List.of(outlier(1_000, 2_000)), List.of(), 0), ClockMap.asIs(0));
        assertThat(events.contain(3_000, 4_000)).isFalse();
        assertThatThrownBy(() -> events.contain(5_000, Long.MAX_VALUE)).isInstanceOf(CorruptChunkException.class);
        assertThatThrownBy(() -> events.contain(5_000, Long.MIN_VALUE)).isInstanceOf(CorruptChunkException.class);
    }
}
