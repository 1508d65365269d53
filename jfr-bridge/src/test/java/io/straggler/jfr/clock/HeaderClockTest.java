package io.straggler.jfr.clock;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.jfr.chunk.ChunkExtent;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HeaderClockTest {
    private static final long SECOND = 1_000_000_000;

    private static ChunkExtent chunk(long epochNs, long ticks, long ticksPerSecond) {
        return new ChunkExtent(0, 100, 68, 68, epochNs, 0, ticks, ticksPerSecond);
    }

    @Test
    void shouldGoOnWithTheFirstStatementWhileHeadersAgreeWithIt() {
        // The second header's wall clock was read 3 ms late.
        List<ClockMap> maps = HeaderClock.of(List.of(
                chunk(100 * SECOND, 0, 2_000_000_000), chunk(110 * SECOND + 3_000_000, 20 * SECOND, 2_000_000_000)));

        assertThat(maps.get(1)).isSameAs(maps.get(0));
        assertThat(maps.get(1).toNanos(22 * SECOND)).isEqualTo(111 * SECOND);
    }

    @Test
    void shouldBeginAnewWhereAnotherProcessOrClockWroteTheNextChunk() {
        List<ClockMap> maps = HeaderClock.of(List.of(
                chunk(100 * SECOND, 50 * SECOND, SECOND),
                chunk(101 * SECOND, 3 * SECOND, SECOND),
                chunk(102 * SECOND, 4 * SECOND, 1_000_000)));

        assertThat(maps.get(1).toNanos(3 * SECOND + 5)).isEqualTo(101 * SECOND + 5);
        assertThat(maps.get(2).toNanos(4 * SECOND + 5)).isEqualTo(102 * SECOND + 5_000);
    }

    @Test
    void shouldCompareEachHeaderWithTheOneBefore() {
        SplittableRandom random = new SplittableRandom(5);
        List<ChunkExtent> chunks = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            // Each is up to 60 ms off, which adds up where not every chunk is compared with its neighbour.
            long offNs = random.nextLong(60_000_000) + (i >= 25 ? 40 * SECOND : 0);
            chunks.add(chunk(100 * SECOND + i * SECOND + offNs, i * SECOND, SECOND));
        }
        List<ClockMap> all = HeaderClock.of(chunks);
        assertThat(all.stream().distinct()).hasSize(2);
    }
}
