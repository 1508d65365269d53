package io.straggler.diagnosis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.straggler.model.LatencyCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What a few large amounts leave uncertain. */
class HeavyTailsTest {
    private static final Metric.OutlierRate OUTLIERS = new Metric.OutlierRate(Sides.THRESHOLD_NS);
    private static final Metric.ExcessLatency EXCESS = new Metric.ExcessLatency(Sides.THRESHOLD_NS, Sides.NORMAL_NS);

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
        assertThat(oneIsAll.degreesOfFreedom(new Metric.Percentile(50))).isCloseTo(7, within(1e-9));
    }

    @Test
    void shouldNotClaimMoreThanUnitsGive() {
        assertThat(sample(outliers(10, 20, 30, 40, 50, 60, 70, 80)).degreesOfFreedom(OUTLIERS))
                .isCloseTo(7, within(1e-9));
        assertThat(sample(outliers(10, 10, 10, 10)).degreesOfFreedom(OUTLIERS)).isCloseTo(3, within(1e-9));
        assertThat(sample(outliers(0, 0, 80)).degreesOfFreedom(OUTLIERS)).isCloseTo(2, within(1e-9));
    }

    /** Twenty amounts of which one is larger: excess kurtosis 20. Both sides together have twice the degrees of freedom, pairs no more than a side. */
    @Test
    void shouldWidenIntervalsByIt() {
        long[] counts = LongStream.generate(() -> 50).limit(20).toArray();
        counts[7] = 150;
        double degreesOfFreedom = 2 / (2.0 / 19 + 20.0 / 20);

        assertThat(contrast(outliers(counts), Pairing.UNPAIRED).degreesOfFreedom())
                .isCloseTo(2 * degreesOfFreedom, within(1e-3));
        assertThat(contrast(outliers(counts), Pairing.PAIRED).degreesOfFreedom())
                .isCloseTo(degreesOfFreedom, within(1e-9));
    }

    private static Contrast contrast(Side side, Pairing pairing) {
        Buckets buckets = Buckets.of(List.of(side, side));
        List<Measured> measured =
                List.of(Measured.of(side, buckets, List.of(OUTLIERS)), Measured.of(side, buckets, List.of(OUTLIERS)));
        return Resamples.of(measured, buckets, Measurability.of(measured), pairing, 1)
                .ofLogarithms(0, 0);
    }
}
