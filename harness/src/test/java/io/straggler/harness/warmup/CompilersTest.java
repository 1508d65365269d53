package io.straggler.harness.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.hook.PacingHook;
import org.junit.jupiter.api.Test;

class CompilersTest {
    private int sleeps;
    private final PacingHook sleeper = new PacingHook() {
        @Override
        public void sleep(long ns) {
            sleeps++;
        }
    };

    @Test
    void shouldWaitNoLongerThanATenthOfTheWarmUp() {
        Compilers.awaitQuiet(sleeper, 400e6);

        assertThat(sleeps).isEqualTo(2);
    }

    @Test
    void shouldNotWaitAfterAShortWarmUp() {
        Compilers.awaitQuiet(sleeper, 100e6);

        assertThat(sleeps).isZero();
    }

    @Test
    void shouldWaitUntilNothingWasCompiledForFiveLooksOrForASecond() {
        Compilers.awaitQuiet(sleeper, 3_600e9);

        assertThat(sleeps).isBetween(6, 50);
    }
}
