package io.straggler.selftest.inject;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GapsTest {
    private final Gaps gaps = new Gaps();

    @Test
    void shouldSeeOnlyWhatIsLongerThanACapture() {
        gaps.begin(1_000);
        gaps.look(1_000 + Gaps.MIN_NS - 1);
        assertThat(gaps.totalNs()).isZero();

        gaps.look(1_000 + 2 * Gaps.MIN_NS - 1);
        assertThat(gaps.totalNs()).isEqualTo(Gaps.MIN_NS);
    }

    @Test
    void shouldTellWhatLiesInAnIntervalFromWhatTouchesIt() {
        gaps.begin(0);
        gaps.look(100_000);
        gaps.look(100_050);
        gaps.look(200_000);

        assertThat(gaps.withinNs(50_000, 120_000)).isEqualTo(50_000 + 19_950);
        // The first gap from there on, the second one to its end.
        assertThat(gaps.touchingNs(50_000, 120_000)).isEqualTo(50_000 + 99_950);
        assertThat(gaps.touchingNs(100_000, 100_050)).isZero();
        assertThat(gaps.since(199_999, 99_950)).isTrue();
        assertThat(gaps.since(199_999, 99_951)).isFalse();
        assertThat(gaps.since(200_000, 0)).isFalse();
    }

    @Test
    void shouldForgetWhatWasBefore() {
        gaps.begin(0);
        gaps.look(1_000_000);
        gaps.begin(2_000_000);

        assertThat(gaps.totalNs()).isZero();
        assertThat(gaps.since(0, 0)).isFalse();
    }
}
