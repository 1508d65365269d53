package io.straggler.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.harness.schedule.Schedule;
import io.straggler.harness.series.SeriesRecorder;
import java.time.Duration;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DerivedTimingsTest {
    private static final Schedule SCHEDULE = Schedule.uniform(1_000);

    @ParameterizedTest
    @ValueSource(longs = {1_000, 1_001, 2_000, 7_500, 10_000, 60_000, 3_600_000, 86_400_000})
    void shouldCutARunIntoAHundredIntervalsAlsoWhenEveryOneEndsOneDrainLate(long durationMs) {
        HarnessOptions options = new TestOptions()
                .duration(Duration.ofMillis(durationMs))
                .schedule(SCHEDULE)
                .build();
        long intervalNs = DerivedTimings.intervalNs(options.length(), SCHEDULE);

        assertThat(durationMs * 1_000_000 / (intervalNs + DerivedTimings.drainNs(options)))
                .isGreaterThanOrEqualTo(100);
    }

    @Test
    void shouldTakeTheLengthOfARunFromItsCountAndRate() {
        assertThat(DerivedTimings.intervalNs(RunLength.of(10_000), SCHEDULE))
                .isEqualTo(DerivedTimings.intervalNs(RunLength.lasting(Duration.ofSeconds(10)), SCHEDULE))
                .isEqualTo(80_000_000);
    }

    @Test
    void shouldBoundTheIntervals() {
        assertThat(DerivedTimings.intervalNs(RunLength.of(1), SCHEDULE)).isEqualTo(1_000_000);
        assertThat(DerivedTimings.intervalNs(RunLength.lasting(Duration.ofDays(30)), SCHEDULE))
                .isEqualTo(10_000_000_000L);
    }

    @Test
    void shouldDrainOftenEnoughForTheIntervalsAndRarelyEnoughNotToDisturb() {
        assertThat(DerivedTimings.drainNs(
                        new TestOptions().count(1).schedule(SCHEDULE).build()))
                .isEqualTo(250_000);
        assertThat(DerivedTimings.drainNs(new TestOptions()
                        .duration(Duration.ofSeconds(1))
                        .schedule(SCHEDULE)
                        .build()))
                .isEqualTo(2_000_000);
        assertThat(DerivedTimings.drainNs(new TestOptions()
                        .duration(Duration.ofHours(1))
                        .schedule(SCHEDULE)
                        .build()))
                .isEqualTo(20_000_000);
    }

    @ParameterizedTest
    @CsvSource({"1, 4096", "100000, 16000", "10000000, 262144"})
    void shouldGiveTheRingRoomForSeveralDrains(double perSecond, int expected) {
        assertThat(DerivedTimings.capacity(
                        new TestOptions()
                                .count(1)
                                .schedule(Schedule.uniform(perSecond))
                                .build(),
                        20_000_000,
                        false))
                .isEqualTo(expected);
    }

    @Test
    void shouldGiveTheRingRoomForTenMillisecondsWhenItIsDrainedMoreOften() {
        HarnessOptions options =
                new TestOptions().count(1).schedule(Schedule.uniform(100_000)).build();

        assertThat(DerivedTimings.capacity(options, 250_000, false)).isEqualTo(8_000);
    }

    @Test
    void shouldGiveTheRingRoomForASecondOfAnAsynchronousTask() {
        HarnessOptions options =
                new TestOptions().count(1).schedule(Schedule.uniform(100_000)).build();

        assertThat(DerivedTimings.capacity(options, 250_000, true)).isEqualTo(100_000);
    }

    @Test
    void shouldStopARunThatIsATenthOrASecondBehind() {
        assertThat(DerivedTimings.hardStopNs(RunLength.lasting(Duration.ofSeconds(2))))
                .isEqualTo(3_000_000_000L);
        assertThat(DerivedTimings.hardStopNs(RunLength.lasting(Duration.ofSeconds(100))))
                .isEqualTo(110_000_000_000L);
        assertThat(DerivedTimings.hardStopNs(RunLength.of(5)))
                .isGreaterThan(Duration.ofDays(1000).toNanos());
    }

    @Test
    void shouldHalveAWarmUp() {
        assertThat(DerivedTimings.half(RunLength.lasting(Duration.ofSeconds(5))))
                .isEqualTo(RunLength.lasting(Duration.ofMillis(2500)));
        assertThat(DerivedTimings.half(RunLength.of(7))).isEqualTo(RunLength.of(3));
        assertThat(DerivedTimings.half(RunLength.of(1))).isEqualTo(RunLength.of(1));
    }

    @Test
    void shouldArmBeyondNormalIterationsButBeforeHalfOfTheThreshold() {
        assertThat(DerivedTimings.armDelayNs(1_000_000, service(100_000))).isBetween(112_000L, 113_500L);
        assertThat(DerivedTimings.armDelayNs(1_000_000, service(500_000))).isEqualTo(500_000);
        assertThat(DerivedTimings.armDelayNs(1_000_000, service(100))).isEqualTo(20_000);
        assertThat(DerivedTimings.armDelayNs(10_000, service(100))).isEqualTo(1_000);
        assertThat(DerivedTimings.armDelayNs(1_000_000, SeriesRecorder.newHistogram()))
                .isEqualTo(500_000);
    }

    /** Ten thousand iterations: 20 are outliers, the 10 that may be captured in vain take 300 µs, and all others 80 µs or less. */
    @Test
    void shouldArmAsEarlyAsOneIterationInAThousandMayBeCapturedInVain() {
        Histogram service = service(100);
        service.recordValueWithCount(50_000, 9_000);
        service.recordValueWithCount(80_000, 969);
        service.recordValueWithCount(300_000, 10);
        service.recordValueWithCount(5_000_000, 20);

        assertThat(DerivedTimings.armDelayNs(1_000_000, service)).isBetween(90_000L, 90_500L);
        service.recordValueWithCount(300_000, 11);
        assertThat(DerivedTimings.armDelayNs(1_000_000, service)).isBetween(337_000L, 338_500L);
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 3, 10, 1_000, 20_000, 1_000_000, 10_000_000_000L})
    void shouldArmWithinTheThreshold(long thresholdNs) {
        for (long serviceNs = 1; serviceNs < 20_000_000_000L; serviceNs *= 10) {
            assertThat(DerivedTimings.armDelayNs(thresholdNs, service(serviceNs)))
                    .isBetween(1L, thresholdNs - 1);
        }
    }

    private static Histogram service(long ns) {
        Histogram histogram = SeriesRecorder.newHistogram();
        histogram.recordValue(ns);
        return histogram;
    }
}
