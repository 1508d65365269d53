package io.straggler.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.statistics.Estimate;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StoppingRuleTest {
    private static final Optional<Estimate> NARROW = Optional.of(new Estimate(0.5, 0.46, 0.54));
    private static final Optional<Estimate> WIDE = Optional.of(new Estimate(0, -0.06, 0.06));

    private final StoppingRule rule = new StoppingRule(0.05, 3);

    @Test
    void shouldLookAtBalancedPairsOnlyFromTheLeastNumberOn() {
        assertThat(rule.looks(2)).isFalse();
        assertThat(rule.looks(3)).isFalse();
        assertThat(rule.looks(4)).isTrue();
        assertThat(rule.looks(5)).isFalse();
        assertThat(rule.looks(6)).isTrue();
    }

    @Test
    void shouldWantTwoNarrowLooksOneAfterTheOther() {
        assertThat(rule.enough(NARROW)).isFalse();
        assertThat(rule.enough(WIDE)).isFalse();
        assertThat(rule.enough(NARROW)).isFalse();
        assertThat(rule.enough(Optional.empty())).isFalse();
        assertThat(rule.enough(NARROW)).isFalse();
        assertThat(rule.enough(NARROW)).isTrue();
    }
}
