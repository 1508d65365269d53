package io.straggler.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.statistics.Estimate;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StoppingRuleTest {
    private static final Optional<Estimate> NARROW = Optional.of(new Estimate(0.5, 0.46, 0.54));
    private static final Optional<Estimate> WIDE = Optional.of(new Estimate(0, -0.06, 0.06));

    private final StoppingRule rule = new StoppingRule(0.05, 6);

    @Test
    void shouldLookAtBalancedPairsOnlyFromTheLeastNumberOn() {
        assertThat(rule.looks(2)).isFalse();
        assertThat(rule.looks(4)).as("the first of two looks").isTrue();
        assertThat(rule.looks(5)).isFalse();
        assertThat(rule.looks(6)).isTrue();
    }

    @Test
    void shouldWantTwoNarrowLooksOneAfterTheOther() {
        assertThat(rule.enough(4, NARROW)).isFalse();
        assertThat(rule.enough(6, WIDE)).isFalse();
        assertThat(rule.enough(8, NARROW)).isFalse();
        assertThat(rule.enough(10, Optional.empty())).isFalse();
        assertThat(rule.enough(12, NARROW)).isFalse();
        assertThat(rule.enough(14, NARROW)).isTrue();
    }

    @Test
    void shouldEndWithTheLeastNumberAtTheEarliest() {
        assertThat(rule.enough(2, NARROW)).isFalse();
        assertThat(rule.enough(4, NARROW)).isFalse();
        assertThat(rule.enough(6, NARROW)).isTrue();
    }
}
