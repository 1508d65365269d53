package io.straggler.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class OverheadCheckTest {
    private static final long BLOCK_NS = 1000;
    private static final long GROUP_NS = BLOCK_NS * OverheadCheck.BLOCKS;

    @Test
    void shouldBeOffForExactlyOneBlockOfEachGroup() {
        OverheadCheck check = new OverheadCheck(BLOCK_NS, 7);
        for (long group = -50; group < 50; group++) {
            int blocksOff = 0;
            for (int block = 0; block < OverheadCheck.BLOCKS; block++) {
                long startNs = group * GROUP_NS + block * BLOCK_NS;
                boolean off = check.off(startNs);
                assertThat(check.off(startNs + BLOCK_NS - 1)).isEqualTo(off);
                blocksOff += off ? 1 : 0;
            }
            assertThat(blocksOff).as("group " + group).isEqualTo(1);
        }
    }

    /** Chi-square with three degrees of freedom: 16.3 is exceeded once in a thousand. */
    @Test
    void shouldDrawEveryPlaceInAGroupEquallyOften() {
        OverheadCheck check = new OverheadCheck(BLOCK_NS, 11);
        int[] drawn = new int[OverheadCheck.BLOCKS];
        int groups = 4000;
        for (long group = 0; group < groups; group++) {
            for (int block = 0; block < OverheadCheck.BLOCKS; block++) {
                drawn[block] += check.off(group * GROUP_NS + block * BLOCK_NS) ? 1 : 0;
            }
        }
        double expected = groups / (double) OverheadCheck.BLOCKS;
        double chiSquare = 0;
        for (int count : drawn) {
            chiSquare += (count - expected) * (count - expected) / expected;
        }
        assertThat(chiSquare).isLessThan(16.3);
    }

    @Test
    void shouldDrawDifferentlyForAnotherSeed() {
        OverheadCheck one = new OverheadCheck(BLOCK_NS, 1);
        OverheadCheck other = new OverheadCheck(BLOCK_NS, 2);
        int different = 0;
        for (long atNs = 0; atNs < 1000 * BLOCK_NS; atNs += BLOCK_NS) {
            different += one.off(atNs) == other.off(atNs) ? 0 : 1;
        }
        assertThat(different).isBetween(300, 450);
    }

    @Test
    void shouldSayWhenABlockIsOver() {
        OverheadCheck check = new OverheadCheck(BLOCK_NS, 1);

        assertThat(check.blockEndNs(0)).isEqualTo(1000);
        assertThat(check.blockEndNs(999)).isEqualTo(1000);
        assertThat(check.blockEndNs(-1)).isZero();
    }

    @Test
    void shouldNeverBeOffWithoutBlocks() {
        assertThat(OverheadCheck.NONE.off(123)).isFalse();
    }

    @Test
    void shouldRefuseANegativeBlock() {
        assertThatThrownBy(() -> new OverheadCheck(-1, 0)).hasMessage("block must not be negative: blockNs=-1");
    }
}
