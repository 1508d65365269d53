package io.straggler.diagnosis.statistics;

import static io.straggler.diagnosis.statistics.Sides.compare;
import static io.straggler.diagnosis.statistics.Sides.generated;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BlocksTest {
    @Test
    void shouldMakeBlocksOfFiveAutocorrelationTimes() {
        Side side = generated(1, 300, 0, 0, 1, 1);

        assertThat(Blocks.blocks(side, Sides.PERIOD_NS)).containsExactly(60);
        assertThat(Blocks.blocks(side, 3 * Sides.PERIOD_NS)).containsExactly(20);
        assertThat(Blocks.longestNs(side, Blocks.blocks(side, 3 * Sides.PERIOD_NS)))
                .isEqualTo(15 * Sides.PERIOD_NS);
        assertThat(Blocks.blocks(generated(1, 900, 0, 0, 1, 1), Sides.PERIOD_NS))
                .containsExactly(Blocks.MOST);
        assertThat(Blocks.blocks(generated(4, 300, 0, 0, 1, 1), Sides.PERIOD_NS))
                .containsExactly(16, 16, 16, 16);
    }

    @Test
    void shouldWantSixBlocksOfOneJvm() {
        Side side = generated(1, 300, 0, 0, 1, 1);

        assertThat(Blocks.enough(side, 10 * Sides.PERIOD_NS)).isTrue();
        assertThat(Blocks.enough(side, 10.1 * Sides.PERIOD_NS)).isFalse();
        assertThat(Blocks.neededNs(10 * Sides.PERIOD_NS))
                .isEqualTo(side.forks().get(0).lengthNs());
    }

    /** Neighbouring periods with a correlation of 0.8 in what they have in common: nine periods are worth one. */
    @Test
    void shouldMakeBlocksThatAreLongAgainstWhatNeighboursHaveInCommon() {
        Basis basis = compare(generated(1, 2_000, 0, 0.8, 1, 1), generated(1, 2_000, 0, 0.8, 1, 2), Pairing.UNPAIRED)
                .basis();
        Basis independent = compare(generated(1, 2_000, 0, 0, 1, 1), generated(1, 2_000, 0, 0, 1, 2), Pairing.UNPAIRED)
                .basis();

        Basis.Block block = basis.block().orElseThrow();
        assertThat(block.correlationNs() / (double) Sides.PERIOD_NS).isBetween(7.0, 12.0);
        assertThat(block.lengthNs()).isBetween(5 * block.correlationNs(), 6 * block.correlationNs());
        assertThat(independent.block().orElseThrow().correlationNs() / (double) Sides.PERIOD_NS)
                .isBetween(1.0, 1.5);
    }
}
