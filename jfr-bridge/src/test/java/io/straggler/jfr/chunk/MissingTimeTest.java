package io.straggler.jfr.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class MissingTimeTest {
    private static final long SECOND = 1_000_000_000;

    /** Chunks as pairs of begin and length, in tenths of a second; one without an end has no length. */
    private static MissingTime of(long... beginsAndLengths) {
        ChunkExtent[] chunks = new ChunkExtent[beginsAndLengths.length / 2];
        for (int i = 0; i < chunks.length; i++) {
            chunks[i] = new ChunkExtent(
                    0,
                    100,
                    70,
                    80,
                    beginsAndLengths[2 * i] * SECOND / 10,
                    beginsAndLengths[2 * i + 1] * SECOND / 10,
                    0,
                    SECOND);
        }
        return MissingTime.of(Arrays.asList(chunks));
    }

    @Test
    void shouldAddUpTheTimeThatNoChunkCovers() {
        assertThat(of()).isEqualTo(new MissingTime(0, 0));
        assertThat(of(0, 100, 100, 50)).isEqualTo(new MissingTime(0, 0));
        assertThat(of(0, 100, 130, 10, 160, 10)).isEqualTo(new MissingTime(2, 5 * SECOND));
    }

    @Test
    void shouldNotDependOnTheOrderOfChunks() {
        assertThat(of(160, 10, 0, 100, 130, 10)).isEqualTo(new MissingTime(2, 5 * SECOND));
    }

    @Test
    void shouldTakeAChunkForWhatItCovers() {
        assertThat(of(0, 200, 20, 10, 150, 10)).as("within another").isEqualTo(new MissingTime(0, 0));
        assertThat(of(0, 100, 50, 100, 170, 10)).as("overlapping").isEqualTo(new MissingTime(1, 2 * SECOND));
    }

    @Test
    void shouldNotCountWhatNobodyKnowsOrIsShort() {
        assertThat(of(0, 0, 200, 10)).as("no end").isEqualTo(new MissingTime(0, 0));
        assertThat(of(0, 100, 20, 0, 200, 10)).as("no end, within another").isEqualTo(new MissingTime(0, 0));
        assertThat(of(0, 100, 109, 10)).as("nine tenths").isEqualTo(new MissingTime(0, 0));
        assertThat(of(0, 0, 200, 10, 230, 10)).as("after one without").isEqualTo(new MissingTime(1, 2 * SECOND));
    }
}
