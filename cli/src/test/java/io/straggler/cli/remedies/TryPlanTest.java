package io.straggler.cli.remedies;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.statistics.Metric;
import io.straggler.model.Series;
import java.util.List;
import org.junit.jupiter.api.Test;

class TryPlanTest {
    private static final Series LATENCY = new Series(
            Series.LATENCY,
            null,
            100_000,
            1_000,
            9_000_000,
            2_000,
            List.of(
                    new Series.Point(90, 2_000),
                    new Series.Point(99, 100_000),
                    new Series.Point(99.9, 3_000_000),
                    new Series.Point(100, 9_000_000)),
            List.of());

    private static double chosen(long thresholdNs, double iterations) {
        return TryPlan.percentile(LATENCY, thresholdNs, iterations).percentile();
    }

    @Test
    void shouldLookAtTheLowestPercentileThatIsAnOutlier() {
        assertThat(chosen(1_500, 100_000)).isEqualTo(99);
        assertThat(chosen(100_000, 100_000)).isEqualTo(99);
        assertThat(chosen(100_001, 100_000)).isEqualTo(99.9);
        assertThat(chosen(5_000_000, 100_000))
                .as("outliers are rarer than that")
                .isEqualTo(99.9);
    }

    @Test
    void shouldLookAtNoPercentileThatTooFewIterationsOfAJvmLieAbove() {
        assertThat(chosen(1_000_000, 20_000)).isEqualTo(99.9);
        assertThat(chosen(1_000_000, 19_999)).isEqualTo(99);
        assertThat(chosen(1_000_000, 1_999)).isEqualTo(90);
    }

    @Test
    void shouldMeasureAsLongAsThePercentileNeeds() {
        Metric.Percentile p999 = new Metric.Percentile(99.9);
        assertThat(TryPlan.seconds(p999, 10_000)).isEqualTo(5);
        assertThat(TryPlan.seconds(p999, 2_000)).isEqualTo(10);
        assertThat(TryPlan.seconds(p999, 100)).isEqualTo(20);
    }

    @Test
    void shouldTryAsManyRemediesAsLeaveTimeForEightRounds() {
        TryPlan plan = new TryPlan(new Metric.Percentile(99), 0.2, 600_000_000_000L, 1);

        assertThat(plan.remedies(9_000_000_000L, 0)).isEqualTo(4);
        assertThat(plan.remedies(14_000_000_000L, 0)).isEqualTo(3);
        assertThat(plan.remedies(24_000_000_000L, 0)).isEqualTo(1);
        assertThat(plan.remedies(60_000_000_000L, 0)).as("one at least").isEqualTo(1);
        assertThat(plan.remedies(60_000_000_000L, 1)).isZero();
        assertThat(plan.remedies(9_000_000_000L, 2)).isEqualTo(4);
        assertThat(plan.remedies(9_000_000_000L, 4)).isEqualTo(2);
    }
}
