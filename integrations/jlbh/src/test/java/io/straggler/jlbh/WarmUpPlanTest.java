package io.straggler.jlbh;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WarmUpPlanTest {
    @ParameterizedTest
    @CsvSource({
        "12000, 10000, 6000, 6000, true",
        "1000000, 1000, 998000, 2000, true",
        "1000000, 100000, 800000, 200000, true",
        "12000, 50, 11800, 200, true",
        "12000, 5, 11950, 50, false",
        "300, 1000, 150, 150, false",
        "301, 1000, 151, 150, false",
        "1, 1000, 1, 0, false",
        "0, 1000, 0, 0, false"
    })
    void shouldPaceTwoSecondsOrWhatTellsAThresholdButNeverMoreThanHalf(
            int iterations, double perSecond, int atOnce, int paced, boolean settles) {
        WarmUpPlan plan = WarmUpPlan.of(iterations, perSecond);

        assertThat(plan).isEqualTo(new WarmUpPlan(atOnce, paced));
        assertThat(plan.settlesThreshold()).isEqualTo(settles);
    }
}
