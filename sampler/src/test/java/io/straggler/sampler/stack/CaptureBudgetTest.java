package io.straggler.sampler.stack;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CaptureBudgetTest {
    private static final long SECOND_NS = 1_000_000_000;

    /** A thousand a second, or three percent of the time if that is less. */
    @ParameterizedTest
    @CsvSource({"0, 1000", "10000, 1000", "100000, 300"})
    void shouldAllowSoManyASecond(long captureNs, long perSecond) {
        CaptureBudget budget = new CaptureBudget(captureNs, 0);
        long nowNs = 0;
        long taken = 0;
        while (nowNs < 100 * SECOND_NS) {
            budget.take(1, nowNs);
            taken++;
            nowNs = Math.max(nowNs + 1_000, budget.freeAtNs(nowNs));
        }

        assertThat(taken).isBetween(100 * perSecond, 101 * perSecond);
    }

    @Test
    void shouldAllowABurstAfterAQuietTime() {
        CaptureBudget budget = new CaptureBudget(0, 0);
        budget.take(499, 60 * SECOND_NS);
        assertThat(budget.freeAtNs(60 * SECOND_NS)).isEqualTo(60 * SECOND_NS);
        budget.take(1, 60 * SECOND_NS);
        assertThat(budget.freeAtNs(60 * SECOND_NS)).isGreaterThan(60 * SECOND_NS);
    }

    @Test
    void shouldNotHoldALongOutlierAgainstTheRestOfTheRun() {
        CaptureBudget budget = new CaptureBudget(0, 0);
        budget.take(1_000_000, 0);
        assertThat(budget.freeAtNs(0)).isLessThan(SECOND_NS);
    }
}
