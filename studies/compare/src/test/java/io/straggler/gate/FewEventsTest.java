package io.straggler.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FewEventsTest {
    /** Of so many expected events, no more than those that were seen come with a chance of 2.5%. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void shouldBoundWhatWasSeenByPoissonsLaw(int seen) {
        double expected = new FewEvents(seen, seen).most();

        double chance = 0;
        double term = Math.exp(-expected);
        for (int k = 0; k <= seen; k++) {
            chance += term;
            term *= expected / (k + 1);
        }
        assertThat(chance).isCloseTo(0.025, within(1e-4));
    }

    @Test
    void shouldCountABrokenEventAsNone() {
        assertThat(new FewEvents(6, 2.9).most()).isCloseTo(6 * 7.225 / 2, within(1e-9));
    }

    @Test
    void shouldBoundNothingWhereThereIsNothingOrEnough() {
        assertThat(new FewEvents(0, 0).most()).isZero();
        assertThat(new FewEvents(1, 10).most()).isInfinite();
    }
}
