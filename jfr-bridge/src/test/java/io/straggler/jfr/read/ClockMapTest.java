package io.straggler.jfr.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.straggler.jfr.chunk.ChunkExtent;
import io.straggler.jfr.clock.ClockMap;
import io.straggler.jfr.clock.ClockMap.Pair;
import io.straggler.model.ClockError;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClockMapTest {
    private static final long SECOND = 1_000_000_000;
    private static final long TICKS = 2_400_000_000L;

    private static Pair pair(long ticks, long nanos) {
        return new Pair(ticks, nanos - 20, nanos + 20);
    }

    @Test
    void shouldDrawStraightLinesBetweenPairs() {
        // The clock really runs 100 ppm faster than stated, and changes its mind after two seconds.
        ClockMap map = ClockMap.of(
                List.of(
                        pair(TICKS, 10 * SECOND),
                        pair(3 * TICKS, 12 * SECOND - 200_000),
                        pair(5 * TICKS, 14 * SECOND - 100_000)),
                TICKS);

        assertThat(map.toNanos(TICKS)).isEqualTo(10 * SECOND);
        assertThat(map.toNanos(2 * TICKS)).isEqualTo(11 * SECOND - 100_000);
        assertThat(map.toNanos(3 * TICKS)).isEqualTo(12 * SECOND - 200_000);
        assertThat(map.toNanos(4 * TICKS)).isEqualTo(13 * SECOND - 150_000);
        assertThat(map.toNanos(5 * TICKS)).isEqualTo(14 * SECOND - 100_000);
        assertThat(map.toNanos(TICKS + 24)).isEqualTo(10 * SECOND + 10);
        assertThat(map.toNanos(TICKS + 27)).isEqualTo(10 * SECOND + 11);
    }

    @Test
    void shouldGoOnBeyondThePairsWithTheSlopeThatWasMeasured() {
        ClockMap map = ClockMap.of(List.of(pair(0, 0), pair(10 * TICKS, 10 * SECOND - 1_000_000)), TICKS);

        assertThat(map.toNanos(11 * TICKS)).isEqualTo(11 * SECOND - 1_100_000);
        assertThat(map.toNanos(-TICKS)).isEqualTo(-SECOND + 100_000);
    }

    @Test
    void shouldTrustTheStatedFrequencyWhenPairsAreTooCloseToTell() {
        ClockMap map = ClockMap.of(List.of(pair(0, 0), pair(TICKS / 1000, SECOND / 1000 + 40)), TICKS);

        assertThat(map.toNanos(10 * TICKS)).isCloseTo(10 * SECOND, within(50L));
        assertThat(ClockMap.of(List.of(pair(5, 7)), TICKS).toNanos(5 + TICKS)).isEqualTo(7 + SECOND);
    }

    @Test
    void shouldTellTheFirstTickOfAnInstant() {
        ClockMap fast = ClockMap.of(
                List.of(pair(TICKS, 10 * SECOND), pair(3 * TICKS, 12 * SECOND - 200_000), pair(5 * TICKS, 14 * SECOND)),
                TICKS);
        ClockMap slow = ClockMap.of(List.of(pair(0, 0)), 1_000_000);
        for (ClockMap map : List.of(fast, slow, ClockMap.asIs(17))) {
            for (long ns = 8 * SECOND; ns < 16 * SECOND; ns += 12_345_679) {
                long tick = map.firstTickFrom(ns);
                assertThat(map.toNanos(tick)).isGreaterThanOrEqualTo(ns);
                assertThat(map.toNanos(tick - 1)).isLessThan(ns);
            }
        }
        assertThat(fast.firstTickFrom(10 * SECOND)).isBetween(TICKS - 2, TICKS);
        assertThat(slow.firstTickFrom(1_000)).isEqualTo(1);
    }

    @Test
    void shouldLeaveOutPairsThatWereInterrupted() {
        Pair interrupted = new Pair(TICKS, SECOND - 20, 3 * SECOND);
        ClockMap map = ClockMap.of(List.of(pair(0, 0), interrupted, pair(2 * TICKS, 2 * SECOND)), TICKS);

        assertThat(map.toNanos(TICKS)).isEqualTo(SECOND);
        assertThat(ClockMap.error(List.of(map))).isEqualTo(new ClockError(2, 20, 0));
    }

    @Test
    void shouldTellHowFarAPairIsFromWhatItsNeighboursSay() {
        ClockMap bent = ClockMap.of(
                List.of(pair(0, 0), pair(TICKS, SECOND + 300), pair(2 * TICKS, 2 * SECOND), pair(2 * TICKS, 9)), TICKS);
        ClockMap straight = ClockMap.of(List.of(pair(0, 0)), TICKS);

        assertThat(ClockMap.error(List.of(bent, straight))).isEqualTo(new ClockError(4, 20, 300));
        assertThat(ClockMap.error(List.of())).isEqualTo(new ClockError(0, 0, 0));
    }

    @Test
    void shouldKeepNanosecondsExactFarFromTheOrigin() {
        long farTicks = Long.MAX_VALUE / 16;
        ClockMap map = ClockMap.asIs(farTicks);

        assertThat(map.toNanos(farTicks + 12_345_678_901L)).isEqualTo(farTicks + 12_345_678_901L);
        assertThat(map.toNanos(farTicks - 1)).isEqualTo(farTicks - 1);
    }

    private static ChunkExtent chunk(long startEpochNs, long startTicks, long ticksPerSecond) {
        return new ChunkExtent(0, 1_000, 100, 100, startEpochNs, 0, startTicks, ticksPerSecond);
    }

    private static MeasuredProcess process(ChunkExtent jvmChunk, long startNs) {
        StragglerEvents own = new StragglerEvents(new BoundedDetails(0));
        own.pid = 1L;
        own.pairs.add(pair(jvmChunk.startTicks(), startNs));
        MeasuredProcess process = new MeasuredProcess();
        process.add(jvmChunk, own);
        return process;
    }

    @Test
    void shouldTakeTheTimeStampCounterOfAsyncProfilerForThatOfTheJvm() {
        MeasuredProcess process = process(chunk(1_000 * SECOND, 5 * TICKS, TICKS), 77 * SECOND);

        ClockMap map = process.clock().of(chunk(1_001 * SECOND, 6 * TICKS, TICKS));

        assertThat(map.toNanos(7 * TICKS)).isEqualTo(79 * SECOND);
    }

    @Test
    void shouldTakeTheMonotonicClockOfAsyncProfilerAsItIsWhereTheJvmCountsFromItsStart() {
        MeasuredProcess process = process(chunk(1_000 * SECOND, 5 * SECOND, SECOND), 77 * SECOND);

        ClockMap profiler = process.clock().of(chunk(1_001 * SECOND + 3_000_000, 78 * SECOND, SECOND));
        ClockMap jvm = process.clock().of(chunk(1_002 * SECOND, 7 * SECOND, SECOND));

        assertThat(profiler.toNanos(79 * SECOND)).isEqualTo(79 * SECOND);
        assertThat(jvm.toNanos(7 * SECOND)).isEqualTo(79 * SECOND);
    }

    @Test
    void shouldGiveAChunkThatTellsNoProcessToTheOneBeforeIt() {
        List<ChunkExtent> extents = List.of(chunk(0, 0, 1), chunk(0, 0, 1), chunk(0, 0, 1), chunk(0, 0, 1));
        StragglerEvents first = new StragglerEvents(new BoundedDetails(0));
        first.pid = 11L;
        StragglerEvents second = new StragglerEvents(new BoundedDetails(0));
        second.pid = 12L;

        RunAssembler assembly = new RunAssembler(
                extents,
                List.of(
                        new StragglerEvents(new BoundedDetails(0)),
                        first,
                        new StragglerEvents(new BoundedDetails(0)),
                        second),
                StackDetail.METHODS);

        assertThat(assembly.processOf(0)).isSameAs(assembly.processOf(1)).isSameAs(assembly.processOf(2));
        assertThat(assembly.processOf(3)).isNotSameAs(assembly.processOf(1));
    }
}
