package io.straggler.rates.json;

import static io.straggler.rates.json.SweepSamples.of;
import static io.straggler.rates.json.SweepSamples.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.RunStatus;
import io.straggler.rates.result.SweptRates.Lead;
import io.straggler.rates.result.SweptRates.Saturation;
import io.straggler.rates.result.SweptStep;
import org.junit.jupiter.api.Test;

class SweptRatesTest {
    @Test
    void shouldTellBetweenWhichRatesItSaturates() {
        Saturation saturation = SweepSamples.four().saturation().orElseThrow();

        assertThat(saturation.saturated().perSecond()).isEqualTo(40_000);
        assertThat(saturation.saturated().rounds(RunStatus.SATURATED)).isEqualTo(1);
        assertThat(saturation.kept().orElseThrow().perSecond()).isEqualTo(20_000);
        assertThat(saturation.keptAbove()).isEmpty();
    }

    @Test
    void shouldTellOfRatesThatWereKeptAboveASaturatedOne() {
        Saturation saturation = of(
                        step(10_000, RunStatus.SATURATED, Cause.CODE, 10),
                        step(20_000, RunStatus.OK, Cause.CODE, 10),
                        step(40_000, RunStatus.SATURATED, Cause.CODE, 10),
                        step(80_000, RunStatus.FAILED, Cause.CODE, 10))
                .saturation()
                .orElseThrow();

        assertThat(saturation.saturated().perSecond()).isEqualTo(10_000);
        assertThat(saturation.kept()).isEmpty();
        assertThat(saturation.keptAbove()).extracting(SweptStep::perSecond).containsExactly(20_000.0);
    }

    @Test
    void shouldNotTakeAFailureForSaturation() {
        assertThat(of(step(10_000, RunStatus.OK, Cause.CODE, 10), step(20_000, RunStatus.FAILED, Cause.CODE, 10))
                        .saturation())
                .isEmpty();
    }

    @Test
    void shouldTellAtWhichStretchesOfRatesACauseIsTheLargest() {
        assertThat(of(
                                step(10_000, RunStatus.OK, Cause.UNEXPLAINED, 9),
                                step(20_000, RunStatus.OK, Cause.GC_PAUSE, 10),
                                step(40_000, RunStatus.OK, Cause.RUN_QUEUE, 10),
                                step(50_000, RunStatus.OK, Cause.UNEXPLAINED, 9),
                                step(60_000, RunStatus.OK, Cause.RUN_QUEUE, 10),
                                step(80_000, RunStatus.OK, Cause.GC_PAUSE, 10),
                                step(160_000, RunStatus.SATURATED, Cause.CODE, 10))
                        .leads())
                .containsExactly(
                        new Lead(Cause.GC_PAUSE, 20_000, 20_000),
                        new Lead(Cause.RUN_QUEUE, 40_000, 60_000),
                        new Lead(Cause.GC_PAUSE, 80_000, 80_000),
                        new Lead(Cause.CODE, 160_000, 160_000));
    }
}
