package io.straggler.jfr.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChunkChainsTest {
    private static final long SECOND_NS = 1_000_000_000;
    private static final long PID = 17;

    private final ChunkChains chains = new ChunkChains();
    private long offsetBytes;

    /** The chunk that goes from one second to another; to the same one if it was never finished. */
    private void add(double fromS, double toS, Long pid) {
        long startNs = Math.round(fromS * SECOND_NS);
        long durationNs = Math.round(toS * SECOND_NS) - startNs;
        chains.add(new ChunkExtent(offsetBytes, 100, 70, 80, startNs, durationNs, 0, SECOND_NS), pid);
        offsetBytes += 100;
    }

    @Test
    void shouldTellOfNothingWhereChunksFollowEachOther() {
        add(1, 2, PID);
        add(2, 3_602, PID);
        add(3_602, 3_603, PID);

        assertThat(chains.gaps()).isEmpty();
    }

    @Test
    void shouldTellHowLongTheMissingChunkWas() {
        add(1, 2, PID);
        add(2, 3, PID);
        add(6.2, 7, PID);

        assertThat(chains.gaps())
                .containsExactly(
                        "offset 200: 3.2 s before this chunk are missing: a chunk was lost, or nothing was recorded");
    }

    @Test
    void shouldTellOfEachGapInALongRecording() {
        for (int minute = 0; minute < 2_000; minute++) {
            if (minute != 700 && minute != 1_500) {
                add(60 * minute, 60 * (minute + 1), PID);
            }
        }

        assertThat(chains.gaps())
                .hasSize(2)
                .allMatch(gap -> gap.contains(": 60 s before this chunk are missing"))
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("offset 70000:"),
                        second -> assertThat(second).startsWith("offset 149900:"));
    }

    @Test
    void shouldCountAChunkThatDoesNotKnowItsProcess() {
        add(1, 2, PID);
        add(2, 30, null);
        add(30, 31, PID);

        assertThat(chains.gaps()).isEmpty();
    }

    @Test
    void shouldCountAChunkThatNamesAnotherProcessByMistake() {
        add(1, 2, PID);
        add(2, 30, PID + 1);
        add(30, 31, PID);

        assertThat(chains.gaps()).isEmpty();
    }

    @Test
    void shouldTellOfAGapBeforeAChunkThatDoesNotKnowItsProcess() {
        add(1, 2, PID);
        add(12, 30, null);
        add(30, 31, PID);

        assertThat(chains.gaps()).singleElement().asString().startsWith("offset 100: 10 s before this chunk");
    }

    @Test
    void shouldTellProcessesApart() {
        add(1, 2, PID);
        add(1.5, 20, PID + 1);
        add(8, 20, null); // a profiler's, for example
        add(22, 23, PID + 1);
        add(2, 3, PID);

        assertThat(chains.gaps()).singleElement().asString().startsWith("offset 300: 2 s before this chunk");
    }

    @Test
    void shouldTellOfNothingAfterAChunkWhoseEndIsUnknown() {
        add(1, 1, PID);
        add(30, 31, PID);

        assertThat(chains.gaps()).isEmpty();
    }

    @Test
    void shouldTellOfNothingWhenAChunkIsThereTwiceOrOutOfOrder() {
        add(1, 2, PID);
        add(1, 2, PID);
        add(30, 31, PID);
        add(2, 30, PID);

        assertThat(chains.gaps()).isEmpty();
    }

    /** What the rule rests on. */
    @Test
    void shouldFindThatTheJvmEndsAChunkWhenItBeginsTheNext(@TempDir Path directory) {
        List<ChunkExtent> extents = Chunks.split(Chunks.record(directory.resolve("some.jfr"), 6, chunk -> {})).stream()
                .map(bytes -> ChunkExtent.parse(ByteBuffer.wrap(bytes), 0))
                .toList();

        assertThat(extents).hasSize(6);
        for (int i = 1; i < extents.size(); i++) {
            ChunkExtent before = extents.get(i - 1);
            assertThat(extents.get(i).startEpochNs()).isEqualTo(before.startEpochNs() + before.durationNs());
        }
    }
}
