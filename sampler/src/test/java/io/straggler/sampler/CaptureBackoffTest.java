package io.straggler.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class CaptureBackoffTest {
    @Test
    void shouldGrowGeometrically() {
        CaptureBackoff gaps = new CaptureBackoff(100, 2, 5);

        assertThat(gaps.afterNs(0)).isEqualTo(100);
        assertThat(gaps.afterNs(1)).isEqualTo(200);
        assertThat(gaps.afterNs(10)).isEqualTo(102_400);
    }

    @Test
    void shouldNotOverflowHoweverManyCapturesThereWere() {
        assertThat(new CaptureBackoff(1_000_000, 10, 5).afterNs(10_000)).isEqualTo(1_000_000_000_000_000_000L);
    }

    @Test
    void shouldFollowTheArmDelayButNotComeTooClose() {
        assertThat(CaptureBackoff.following(1_000_000).firstNs()).isEqualTo(500_000);
        assertThat(CaptureBackoff.following(10_000).firstNs()).isEqualTo(20_000);
    }

    @Test
    void shouldSpanMoreThanFiveSecondsWithTheShortestGaps() {
        CaptureBackoff gaps = CaptureBackoff.following(1);
        long sumNs = 0;
        for (int i = 0; i < gaps.most() - 1; i++) {
            sumNs += gaps.afterNs(i);
        }

        // 20 µs · (1.25^49 − 1) / 0.25 = 4.48 s between the first and the last; the arm delay and the gap behind it
        // come on top.
        assertThat(sumNs + gaps.afterNs(gaps.most() - 1)).isGreaterThan(5_000_000_000L);
    }

    @Test
    void shouldNameTheRuleThatIsBroken() {
        assertThatThrownBy(() -> new CaptureBackoff(0, 2, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("first gap must be above zero: firstNs=0");
        assertThatThrownBy(() -> new CaptureBackoff(1, 0.9, 1)).hasMessage("growth must be from 1 to 10: growth=0.9");
        assertThatThrownBy(() -> new CaptureBackoff(1, Double.NaN, 1))
                .hasMessage("growth must be from 1 to 10: growth=NaN");
        assertThatThrownBy(() -> new CaptureBackoff(1, 2, 0))
                .hasMessage("captures per iteration must be at least 1: most=0");
    }
}
