package io.straggler.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MarginTest {
    private static Margin withoutRoom(long pushNs) {
        Margin margin = new Margin(pushNs);
        margin.begin();
        margin.moved(false);
        return margin;
    }

    @Test
    void shouldBeShorterTheFirstTime() {
        Margin margin = new Margin(300);
        margin.begin();

        assertThat(margin.ns(300)).isEqualTo(9_000);
        margin.moved(false);
        assertThat(margin.ns(300)).isEqualTo(30_000);
        margin.moved(true);
        assertThat(margin.ns(300)).isEqualTo(9_000);
    }

    @Test
    void shouldNotBlindTheTriggerForAsLongAsAnOutlierRuns() {
        assertThat(withoutRoom(1_400).ns(1_400)).isEqualTo(45_000);
        assertThat(withoutRoom(1_400).ns(14_000))
                .as("a move that was interrupted")
                .isEqualTo(45_000);
    }

    @Test
    void shouldNotLetMovesTakeMoreThanATenthOfTheTime() {
        assertThat(withoutRoom(6_000).ns(6_000)).isEqualTo(60_000);
    }

    @Test
    void shouldSayWhatNineteenOfTwentyIterationsKeptTo() {
        Margin margin = withoutRoom(1_000);
        for (int i = 0; i < 100; i++) {
            margin.found(i < 95 ? 0 : 40_000);
        }

        assertThat(margin.usualNs()).isZero();
        margin.found(40_000);
        assertThat(margin.usualNs()).isEqualTo(45_000);
    }
}
