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
            nowNs += budget.apartNs(nowNs, 1_000);
        }

        assertThat(taken).isBetween(100 * perSecond, 101 * perSecond);
    }

    @Test
    void shouldAllowABurstAfterAQuietTime() {
        CaptureBudget budget = new CaptureBudget(0, 0);
        budget.take(499, 60 * SECOND_NS);
        assertThat(budget.inDebt(60 * SECOND_NS)).isFalse();
        budget.take(1, 60 * SECOND_NS);
        assertThat(budget.inDebt(60 * SECOND_NS)).isTrue();
    }

    @Test
    void shouldNotHoldALongOutlierAgainstTheRestOfTheRun() {
        CaptureBudget budget = new CaptureBudget(0, 0);
        budget.take(1_000_000, 0);

        assertThat(budget.apartNs(0, 1_000)).isEqualTo(10_000_000);
        assertThat(budget.inDebt(SECOND_NS)).isFalse();
    }

    @Test
    void shouldNotBringRepeatsCloserTogether() {
        CaptureBudget budget = new CaptureBudget(0, 0);
        budget.take(1_000_000, 0);

        assertThat(budget.apartNs(0, SECOND_NS)).isEqualTo(SECOND_NS);
    }
}
