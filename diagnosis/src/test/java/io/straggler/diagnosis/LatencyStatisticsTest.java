package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.statistics.Estimate;
import io.straggler.diagnosis.statistics.Fork;
import io.straggler.model.LatencyCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LatencyStatisticsTest {
    private static final int PERIODS = 100;
    private static final int EACH = 400;
    private static final long PERIOD_NS = 100_000_000;

    /** Exponential latencies of 20 us in the mean, times a factor by period, and a pause of 50 ms in some periods. */
    private static Fork run(long seed, IntToDoubleFunction factor, int... pauses) {
        SplittableRandom random = new SplittableRandom(seed);
        List<LatencyCounts> periods = new ArrayList<>();
        for (int period = 0; period < PERIODS; period++) {
            TreeMap<Long, Long> counts = new TreeMap<>();
            for (int i = 0; i < EACH; i++) {
                double ns = -20_000 * factor.applyAsDouble(period) * Math.log1p(-random.nextDouble());
                counts.merge(
                        Math.round(Math.pow(1.01, Math.rint(Math.log(Math.max(1, ns)) / Math.log(1.01)))),
                        1L,
                        Long::sum);
            }
            if (IntStream.of(pauses).boxed().toList().contains(period)) {
                IntStream.rangeClosed(1, 100).forEach(i -> counts.merge(i * 500_000L, 1L, Long::sum));
            }
            periods.add(new LatencyCounts(
                    counts.keySet().stream().mapToLong(Long::longValue).toArray(),
                    counts.values().stream().mapToLong(Long::longValue).toArray()));
        }
        return new Fork("run", periods, PERIOD_NS);
    }

    private static LatencyStatistics of(Fork... runs) {
        return LatencyStatistics.of(List.of(runs), List.of(runs), List.of(runs), 0);
    }

    @Test
    void shouldHaveAnIntervalAroundWhatIsTrue() {
        LatencyStatistics statistics = of(run(1, period -> 1));

        for (double percentile : new double[] {50, 90, 99}) {
            Estimate known =
                    statistics.percentile(percentile).orElseThrow().estimate().orElseThrow();
            double trueNs = -20_000 * Math.log1p(-percentile / 100);
            assertThat(known.low()).isBetween(0.8 * trueNs, trueNs);
            assertThat(known.high()).isBetween(trueNs, 1.2 * trueNs);
        }
        assertThat(statistics.percentile(99.99)).as("four iterations lie above").isEmpty();
        assertThat(statistics.drift()).isEmpty();
    }

    /** Three pauses of a hundred late iterations each are three events and not three hundred. */
    @Test
    void shouldCountIterationsThatCameTogetherAsOneEvent() {
        LatencyStatistics statistics = of(run(1, period -> 1, 20, 50, 80));

        assertThat(statistics.percentile(99.7).orElseThrow()).satisfies(p997 -> {
            assertThat(p997.estimate()).isEmpty();
            assertThat(p997.value()).isGreaterThan(10_000_000);
            assertThat(p997.events()).isBetween(2.5, 3.5);
            assertThat(p997.note()).contains("are worth about 3 events");
        });
        assertThat(statistics.percentile(50).orElseThrow().events()).isGreaterThan(90);
    }

    @Test
    void shouldSayWhenTheSecondHalfIsNotLikeTheFirst() {
        LatencyStatistics statistics = of(run(1, period -> period < 40 ? 1.5 : 1));

        assertThat(statistics.drift()).hasValueSatisfying(drift -> {
            assertThat(drift.a().orElseThrow()).isGreaterThan(1.2 * drift.b().orElseThrow());
        });
    }

    @Test
    void shouldHardlyEverSayItOfASteadyRun() {
        long unsteady = IntStream.range(0, 40)
                .filter(seed -> of(run(seed, period -> 1)).drift().isPresent())
                .count();
        long together = IntStream.range(0, 20)
                .filter(seed -> of(
                                run(seed, period -> 1), run(seed + 99, period -> 1.1), run(seed + 999, period -> 0.9))
                        .drift()
                        .isPresent())
                .count();

        assertThat(unsteady).isZero();
        assertThat(together).isLessThanOrEqualTo(2);
    }

    @Test
    void shouldKnowNothingOfNoRuns() {
        assertThat(of()).isEqualTo(LatencyStatistics.NONE);
    }
}
