package io.straggler.diagnosis.statistics;

import static io.straggler.diagnosis.statistics.Sides.NORMAL_NS;
import static io.straggler.diagnosis.statistics.Sides.THRESHOLD_NS;
import static io.straggler.diagnosis.statistics.Sides.generated;
import static io.straggler.diagnosis.statistics.Sides.side;
import static io.straggler.diagnosis.statistics.Sides.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.straggler.model.LatencyCounts;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SampleEstimateTest {
    private static final Metric P50 = new Metric.Percentile(50);

    /** The law's p50 is 10 µs: 95 of 100 intervals should hold it. */
    @Test
    void shouldHoldTheTruthInNinetyFiveOfAHundredCases() {
        long byForks = LongStream.range(0, 100)
                .filter(seed -> holds(generated(5, 0.05, 1, seed)))
                .count();
        long byBlocks = LongStream.range(0, 100)
                .filter(seed -> holds(generated(1, 300, 0, 0.5, 1, seed)))
                .count();

        assertThat(byForks).isBetween(89L, 100L);
        assertThat(byBlocks).isBetween(89L, 100L);
    }

    private static boolean holds(Side side) {
        Estimate estimate = SampleEstimate.of(side, P50, 1).estimate().orElseThrow();
        return estimate.low() <= 10_000 && 10_000 <= estimate.high();
    }

    @Test
    void shouldSayHowManyOutliersThereMayBeWhenNoneWasSeen() {
        Side calm = written(3, 20, 500, 10_000, 10_500);

        SampleEstimate rate = SampleEstimate.of(calm, new Metric.OutlierRate(THRESHOLD_NS), 1);
        SampleEstimate excess = SampleEstimate.of(calm, new Metric.ExcessLatency(THRESHOLD_NS, NORMAL_NS), 1);

        assertThat(rate.estimate().orElseThrow().value()).isZero();
        assertThat(rate.estimate().orElseThrow().high()).isCloseTo(3.0 / 60_000, within(1e-6));
        assertThat(excess.estimate()).isEmpty();
        assertThat(excess.note()).isEqualTo("There were no outliers.");
    }

    @Test
    void shouldSayWhyItIsNotMeasurable() {
        Side none = side("none", 2, List.of(LatencyCounts.NONE));

        SampleEstimate estimate = SampleEstimate.of(none, P50, 1);

        assertThat(estimate.estimate()).isEmpty();
        assertThat(estimate.note()).isEqualTo("none has 0 iterations, which leave fewer than 10 above p50.");
    }
}
