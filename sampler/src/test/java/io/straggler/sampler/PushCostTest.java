package io.straggler.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PushCostTest {
    private final PushCost cost = new PushCost(6_000);

    @Test
    void shouldBeginWithWhatIsUsual() {
        assertThat(cost.ns()).isEqualTo(6_000);
    }

    @Test
    void shouldExpectAtOnceWhatASlowMoveTook() {
        cost.took(40_000);

        assertThat(cost.ns()).isEqualTo(40_000);
    }

    @Test
    void shouldNotExpectAnInterruptionAgain() {
        cost.took(50_000_000);

        assertThat(cost.ns()).isEqualTo(60_000);
    }

    @Test
    void shouldNotTrustOneQuickMove() {
        cost.took(60_000);
        cost.took(5_000);

        assertThat(cost.ns()).isEqualTo(15_000);
    }

    @Test
    void shouldExpectWhatIsUsualAfterTwoQuickMoves() {
        cost.took(60_000);
        cost.took(5_000);
        cost.took(5_000);

        assertThat(cost.ns()).isEqualTo(6_000);
    }
}
