package io.straggler.diagnosis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.straggler.model.LatencyCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What a few large amounts leave uncertain. */
class HeavyTailsTest {
    private static final Figure.OutlierRate OUTLIERS = new Figure.OutlierRate(Sides.THRESHOLD_NS);
    private static final Figure.ExcessLatency EXCESS = new Figure.ExcessLatency(Sides.THRESHOLD_NS, Sides.NORMAL_NS);

    /** A fork each, of one period, with so many outliers among a thousand iterations. */
    private static Side outliers(long... counts) {
        List<Fork> forks = new ArrayList<>();
        for (long count : counts) {
            forks.add(new Fork("fork", List.of(period(count)), Sides.PERIOD_NS));
        }
        return new Side("side", forks);
    }

    private static LatencyCounts period(long outliers) {
        return new LatencyCounts(new long[] {10_000, 50_000}, new long[] {1_000 - outliers, outliers});
    }

    private static Sample sample(Side side) {
        return Sample.ofForks(side, Buckets.of(List.of(side)));
    }

    /** By hand: of eight amounts of which one is all, the excess kurtosis of Joanes and Gill is eight. */
    @Test
    void shouldKnowTheSpreadOfFewLargeAmountsLessWell() {
        Sample oneIsAll = sample(outliers(0, 0, 0, 0, 0, 0, 0, 80));

        assertThat(oneIsAll.degreesOfFreedom()).isEqualTo(7);
        assertThat(oneIsAll.degreesOfFreedom(OUTLIERS)).isCloseTo(2 / (2.0 / 7 + 8.0 / 8), within(1e-9));
        assertThat(oneIsAll.degreesOfFreedom(EXCESS)).isCloseTo(2 / (2.0 / 7 + 8.0 / 8), within(1e-9));
        assertThat(oneIsAll.degreesOfFreedom(new Figure.Percentile(50))).isCloseTo(7, within(1e-9));
    }

    @Test
    void shouldNotClaimMoreThanUnitsGive() {
        assertThat(sample(outliers(10, 20, 30, 40, 50, 60, 70, 80)).degreesOfFreedom(OUTLIERS))
                .isCloseTo(7, within(1e-9));
        assertThat(sample(outliers(10, 10, 10, 10)).degreesOfFreedom(OUTLIERS)).isCloseTo(3, within(1e-9));
        assertThat(sample(outliers(0, 0, 80)).degreesOfFreedom(OUTLIERS)).isCloseTo(2, within(1e-9));
    }

    /** Four of a hundred periods have all: the variance of the number of such periods, in squares of the number, less what even spreading has. */
    @Test
    void shouldNotTakeBurstsForMoreRegularThanChance() {
        List<LatencyCounts> periods =
                IntStream.range(0, 100).mapToObj(i -> period(i < 4 ? 50 : 0)).toList();
        Side side = new Side("side", List.of(new Fork("fork", periods, Sides.PERIOD_NS)));
        double[][] totals = {
            LongStream.generate(() -> 1_000).limit(100).asDoubleStream().toArray()
        };

        assertThat(new Exceedances(OUTLIERS, 0, side, totals).leastVariance()).isCloseTo(0.24, within(1e-12));
        assertThat(new Exceedances(OUTLIERS, 0, even(), totals).leastVariance()).isCloseTo(0, within(1e-12));
    }

    private static Side even() {
        return new Side(
                "even",
                List.of(new Fork(
                        "fork", IntStream.range(0, 100).mapToObj(i -> period(2)).toList(), Sides.PERIOD_NS)));
    }

    /** Forks that are alike to the last outlier say nothing against what bursts within them say. */
    @Test
    void shouldWidenTheIntervalOfForksThatAreAlikeByLuck() {
        List<LatencyCounts> periods =
                IntStream.range(0, 100).mapToObj(i -> period(i < 5 ? 50 : 0)).toList();
        Side alike = Sides.side("alike", 4, periods);

        Comparison comparison = Sides.compare(alike, alike, Pairing.UNPAIRED);

        // Twenty bursts a side, of 400 periods: a standard error of √(2 × (1/20 − 1/400)), and three degrees of freedom
        // for each.
        double half = 2.4469 * Math.sqrt(2 * (1.0 / 20 - 1.0 / 400));
        assertThat(Sides.outlierRate(comparison).relative().orElseThrow().high())
                .isCloseTo(Math.expm1(half), within(1e-3));
    }
}
