package io.straggler.cli.ab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.cli.ab.AbPlan.Order;
import io.straggler.diagnosis.statistics.Metric;
import org.junit.jupiter.api.Test;

class AbPlanTest {
    private static AbPlan plan(long seed) {
        return new AbPlan(new Metric.Percentile(99), 0.05, 6, 1, seed);
    }

    @Test
    void shouldTurnEveryOtherPairRound() {
        for (int pair = 0; pair < 100; pair += 2) {
            assertThat(plan(3).order(pair)).isNotEqualTo(plan(3).order(pair + 1));
        }
    }

    @Test
    void shouldDrawWhoBeginsAndDrawTheSameForASeed() {
        int aFirst = 0;
        int different = 0;
        for (int pair = 0; pair < 1_000; pair += 2) {
            aFirst += plan(3).order(pair) == Order.A_FIRST ? 1 : 0;
            different += plan(3).order(pair) == plan(4).order(pair) ? 0 : 1;
            assertThat(plan(3).order(pair)).isEqualTo(plan(3).order(pair));
        }
        // Binomial of 500: four standard deviations are 45.
        assertThat(aFirst).isBetween(205, 295);
        assertThat(different).isBetween(205, 295);
    }

    @Test
    void shouldRefuseWhatCannotBeDecided() {
        assertThatThrownBy(() -> new AbPlan(new Metric.Percentile(99), 0, 6, 1, 1))
                .hasMessage("--precision=0.0%: must be above 0% and at most 1000%");
        assertThatThrownBy(() -> new AbPlan(new Metric.Percentile(99), 0.05, 1, 1, 1))
                .hasMessage("--min-pairs=1: must be from 2 to 500");
    }
}
