package io.straggler.cli.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.cli.option.RateOptions;
import io.straggler.rates.RateSteps;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SweepPlanTest {
    private static final RateSteps RATES = new RateSteps(List.of(10.0, 20.0, 50.0, 100.0));

    @Test
    void shouldMeasureEveryRateInEveryRound() {
        SweepPlan plan = new SweepPlan(RATES, 3, 5);

        for (int round = 0; round < 3; round++) {
            assertThat(plan.order(round)).containsExactlyInAnyOrderElementsOf(RATES.perSecond());
        }
        assertThat(plan.jvms()).isEqualTo(12);
    }

    @Test
    void shouldTellHowLongMeasuringTakes() {
        SweepPlan plan = new SweepPlan(RATES, 2, 5);

        assertThat(plan.expectedNs(options(Map.of("duration", "2s", "warmup", "1s"))))
                .isEqualTo(24_000_000_000L);
        // A count takes the longer the lower the rate is: 10 s, 5 s, 2 s and 1 s.
        assertThat(plan.expectedNs(options(Map.of("count", "100", "warmup", "none", "threshold", "1ms"))))
                .isEqualTo(36_000_000_000L);
    }

    @Test
    void shouldLengthenWhatWasNotGivenSoThatALowRateHasEnoughIterations() {
        assertThat(options(Map.of()).at(100_000))
                .isEqualTo(Map.of("rate", "100000/s", "duration", "5000ms", "warmup", "3000ms"));
        assertThat(options(Map.of()).at(12.5))
                .isEqualTo(Map.of("rate", "12.5/s", "duration", "80000ms", "warmup", "20000ms"));
        assertThat(options(Map.of("duration", "1s", "warmup", "none")).at(12.5))
                .isEqualTo(Map.of("rate", "12.5/s", "duration", "1s", "warmup", "none"));
        assertThat(options(Map.of("count", "7")).at(10_000_000))
                .isEqualTo(Map.of("rate", "10000000/s", "count", "7", "warmup", "3000ms"));
    }

    private static RateOptions options(Map<String, String> given) {
        return new RateOptions(given, 5_000_000_000L, 3_000_000_000L, 1_000);
    }

    @Test
    void shouldRefuseRoundsThatNobodyMeans() {
        assertThatThrownBy(() -> new SweepPlan(RATES, 0, 1)).hasMessage("--rounds=0: must be from 1 to 100");
    }
}
