package io.straggler.rates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RateStepsTest {
    private static final OptionalInt USUAL = OptionalInt.empty();

    @Test
    void shouldSpreadStepsEvenlyOnALogarithmicScale() {
        assertThat(RateSteps.parse("1k..16k", OptionalInt.of(5)).perSecond())
                .containsExactly(1_000.0, 2_000.0, 4_000.0, 8_000.0, 16_000.0);
        List<Double> usual = RateSteps.parse("10k/s..2M/s", USUAL).perSecond();
        assertThat(usual)
                .hasSize(RateSteps.USUAL)
                .startsWith(10_000.0, 16_190.0)
                .endsWith(2_000_000.0);
        for (int i = 1; i < usual.size(); i++) {
            assertThat(usual.get(i) / usual.get(i - 1)).isBetween(1.61, 1.63);
        }
    }

    @Test
    void shouldKeepTheEndsAsTheyAreAndGrowEvenWhereStepsAreNarrow() {
        List<Double> narrow =
                RateSteps.parse("10001..10999", OptionalInt.of(90)).perSecond();

        assertThat(narrow).startsWith(10_001.0).endsWith(10_999.0).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void shouldUnderstandLists() {
        assertThat(RateSteps.parse("30/min,10k, 2.5M/s", USUAL).perSecond())
                .containsExactly(0.5, 10_000.0, 2_500_000.0);
    }

    @Test
    void shouldRefuseWhatMakesNoSweepAndSayWhy() {
        assertRefused("2M..10k", USUAL, "range must go from a rate to a higher one: range=2,000,000/s..10,000/s");
        assertRefused("10k..10k", USUAL, "range must go from a rate to a higher one: range=10,000/s..10,000/s");
        assertRefused("10k..2M", OptionalInt.of(1), "steps must be from 2 to 100: steps=1");
        assertRefused("10k..2M", OptionalInt.of(101), "steps must be from 2 to 100: steps=101");
        assertRefused(
                "10000..10010",
                OptionalInt.of(12),
                "steps must be at least 0.1% apart: steps=12 from 10,000/s to 10,010/s");
        assertRefused("10k,50k,20k", USUAL, "rates must grow: 50,000/s stands before 20,000/s");
        assertRefused("10k,10k", USUAL, "rates must grow: 10,000/s stands before 10,000/s");
        assertRefused("10k,20k", OptionalInt.of(2), "steps are of a range, such as 10k..2M");
        assertRefused("10k", USUAL, "rates must be a range or a list, such as 10k..2M or 10k,20k,50k: rates=10k.");
        assertRefused("10k,", USUAL, "rate must be a number with an optional k or M");
        assertRefused("10k..", USUAL, "rate must be a number with an optional k or M");
        assertRefused("fast..faster", USUAL, "rate must be a number with an optional k or M");
        assertRefused("1..20M", USUAL, "rate must be from 1/min to 10M/s: rate=20,000,000/s");
    }

    private static void assertRefused(String text, OptionalInt steps, String message) {
        assertThatThrownBy(() -> RateSteps.parse(text, steps))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
