package io.straggler.diagnosis.statistics;

import static io.straggler.diagnosis.statistics.Sides.NORMAL_NS;
import static io.straggler.diagnosis.statistics.Sides.THRESHOLD_NS;
import static io.straggler.diagnosis.statistics.Sides.compare;
import static io.straggler.diagnosis.statistics.Sides.generated;
import static io.straggler.diagnosis.statistics.Sides.mapped;
import static io.straggler.diagnosis.statistics.Sides.outlierRate;
import static io.straggler.diagnosis.statistics.Sides.percentile;
import static io.straggler.diagnosis.statistics.Sides.side;
import static io.straggler.diagnosis.statistics.Sides.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.straggler.model.LatencyCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ComparisonTest {
    @ParameterizedTest
    @EnumSource(Pairing.class)
    void shouldFindNothingBetweenASideAndItself(Pairing pairing) {
        Side side = generated(6, 0.05, 1, 1);

        Comparison comparison = compare(side, side, pairing);

        assertThat(comparison.differences()).hasSize(7);
        assertThat(comparison.differences().subList(0, 4)).allSatisfy(difference -> {
            assertThat(difference.verdict()).isEqualTo(Verdict.NO_DETECTABLE_DIFFERENCE);
            assertThat(difference.relative().orElseThrow().value()).isZero();
            assertThat(difference.absolute().orElseThrow().excludesZero()).isFalse();
            assertThat(difference.detectable().orElseThrow()).isPositive();
            assertThat(difference.note()).isEmpty();
        });
    }

    @Test
    void shouldReadPercentilesAsAHistogramDoes() {
        // 1 to 10,000 µs, ten times each: the k-th of a hundred thousand is ceil(k / 10).
        long[] valuesNs =
                LongStream.rangeClosed(1, 10_000).map(us -> us * 1_000).toArray();
        Side side = written(2, 20, 1, valuesNs);

        Comparison comparison = compare(side, side, Pairing.UNPAIRED);

        assertThat(percentile(comparison, 50).a()).hasValue(5_000_000);
        assertThat(percentile(comparison, 99).a()).hasValue(9_900_000);
        assertThat(percentile(comparison, 99.9).a()).hasValue(9_990_000);
        assertThat(percentile(comparison, 99.99).b()).hasValue(9_999_000);
        assertThat(comparison.worst()).hasValue(new Metric.Percentile(99.99));
        // 30 µs and above are all but 29; 31.. to 10,000 µs are 10 µs longer than normal each, and so on.
        assertThat(outlierRate(comparison).a()).hasValue(0.9971);
        double excessNs = LongStream.rangeClosed(30, 10_000)
                .mapToDouble(us -> us * 1_000 - NORMAL_NS)
                .sum();
        assertThat(comparison.differences().get(6).a().orElseThrow()).isCloseTo(excessNs / 0.1, within(1.0));
    }

    @ParameterizedTest
    @EnumSource(Pairing.class)
    void shouldFindTwiceAsMuchWhenEveryLatencyDoubles(Pairing pairing) {
        Side side = generated(6, 0.02, 1, 1);

        Comparison comparison = compare(side, mapped(side, x -> 2 * x), pairing);

        for (double percentile : new double[] {50, 90, 99, 99.9}) {
            Difference difference = percentile(comparison, percentile);
            assertThat(difference.relative().orElseThrow().value()).isEqualTo(1.0);
            assertThat(difference.absolute().orElseThrow().value())
                    .isEqualTo(difference.a().orElseThrow());
            assertThat(difference.verdict()).isEqualTo(Verdict.REGRESSED);
        }
        // What pairs have in common cancels, and here they have everything in common.
        Estimate p50 = percentile(comparison, 50).relative().orElseThrow();
        assertThat(p50.high() - p50.low()).matches(width -> pairing == Pairing.PAIRED ? width < 0.005 : width > 0.01);
    }

    @Test
    void shouldSayTheOppositeTheOtherWayRound() {
        Side a = generated(6, 0.02, 1, 1);
        Side b = generated(6, 0.02, 1.5, 2);

        Difference there = percentile(compare(a, b, Pairing.PAIRED), 99);
        Difference back = percentile(compare(b, a, Pairing.PAIRED), 99);

        assertThat(there.verdict()).isEqualTo(Verdict.REGRESSED);
        assertThat(back.verdict()).isEqualTo(Verdict.IMPROVED);
        Estimate thereNs = there.absolute().orElseThrow();
        Estimate backNs = back.absolute().orElseThrow();
        assertThat(backNs.value()).isEqualTo(-thereNs.value());
        assertThat(backNs.low()).isCloseTo(-thereNs.high(), within(1e-6));
        assertThat(backNs.high()).isCloseTo(-thereNs.low(), within(1e-6));
    }

    @Test
    void shouldAlwaysGiveTheSameForTheSameSeed() {
        Side a = generated(5, 0.02, 1, 1);
        Side b = generated(5, 0.02, 1, 2);
        Comparison once = Comparison.of(a, b, Pairing.UNPAIRED, THRESHOLD_NS, NORMAL_NS, 7);

        List<Comparison> often = IntStream.range(0, 16)
                .parallel()
                .mapToObj(i -> Comparison.of(a, b, Pairing.UNPAIRED, THRESHOLD_NS, NORMAL_NS, 7))
                .toList();

        assertThat(often).allSatisfy(one -> assertThat(one).isEqualTo(once));
        assertThat(Comparison.of(a, b, Pairing.UNPAIRED, THRESHOLD_NS, NORMAL_NS, 8)
                        .differences())
                .isNotEqualTo(once.differences());
    }

    @Test
    void shouldSayWhenADifferenceCountsOnlyAlone() {
        // Seeds whose p90 differs by more than two standard errors, and by less than seven metrics together take for
        // certain.
        List<Difference> alone = LongStream.range(0, 20)
                .mapToObj(seed ->
                        compare(generated(8, 0.03, 1, 2 * seed), generated(8, 0.03, 1, 2 * seed + 1), Pairing.UNPAIRED))
                .flatMap(comparison -> comparison.differences().stream())
                .filter(difference -> difference.absolute().stream().anyMatch(Estimate::excludesZero))
                .filter(difference -> difference.verdict() == Verdict.NO_DETECTABLE_DIFFERENCE)
                .toList();

        assertThat(alone)
                .isNotEmpty()
                .allSatisfy(difference -> assertThat(difference.note())
                        .matches(
                                "Alone this would count as a difference, but among [67] metrics looked at together one such"
                                        + " is likely to be chance\\."));
    }

    @Test
    void shouldGiveNoVerdictOnWhatClockAndHistogramCannotTell() {
        Side side = written(10, 20, 100, 100_000, 100_050, 100_100);
        Difference within = percentile(compare(side, mapped(side, x -> x + 150), Pairing.UNPAIRED), 50);
        Difference beyond = percentile(compare(side, mapped(side, x -> x + 250), Pairing.UNPAIRED), 50);
        // A clock that ticks in 40 ns.
        Side coarse = written(10, 20, 100, 40, 80, 120, 160);
        Difference tick = percentile(compare(coarse, mapped(coarse, x -> x + 40), Pairing.UNPAIRED), 50);

        assertThat(within.verdict()).isEqualTo(Verdict.NO_DETECTABLE_DIFFERENCE);
        assertThat(within.note()).isEqualTo("The difference is smaller than clock and histogram resolve.");
        assertThat(beyond.verdict()).isEqualTo(Verdict.REGRESSED);
        assertThat(tick.verdict()).isEqualTo(Verdict.NO_DETECTABLE_DIFFERENCE);
    }

    @Test
    void shouldSeeOutliersThatWereNotThereBefore() {
        Side calm = written(10, 20, 100, 10_000, 11_000);
        List<LatencyCounts> late = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            late.add(new LatencyCounts(new long[] {10_000, 11_000, 40_000}, new long[] {100, 100, i % 3}));
        }

        Difference appeared = outlierRate(compare(calm, side("late", 10, late), Pairing.UNPAIRED));
        Difference vanished = outlierRate(compare(side("late", 10, late), calm, Pairing.PAIRED));

        assertThat(appeared.verdict()).isEqualTo(Verdict.REGRESSED);
        assertThat(appeared.relative()).isEmpty();
        assertThat(appeared.absolute().orElseThrow().low()).isPositive();
        assertThat(vanished.verdict()).isEqualTo(Verdict.IMPROVED);
        assertThat(vanished.relative().orElseThrow().value()).isEqualTo(-1);
        assertThat(vanished.relative().orElseThrow().low()).isEqualTo(-1);
    }

    @Test
    void shouldCancelWhatPairsHaveInCommon() {
        Side a = generated(12, 0.3, 1, 1);
        Side b = mapped(a, x -> Math.round(1.03 * x));

        assertThat(percentile(compare(a, b, Pairing.UNPAIRED), 99).verdict())
                .isEqualTo(Verdict.NO_DETECTABLE_DIFFERENCE);
        assertThat(percentile(compare(a, b, Pairing.PAIRED), 99).verdict()).isEqualTo(Verdict.REGRESSED);
    }

    @Test
    void shouldRefuseSidesThatAreNoPairs() {
        assertThatThrownBy(() -> compare(generated(2, 0, 1, 1), generated(3, 0, 1, 1), Pairing.PAIRED))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("paired sides must have equally many forks: a=2, b=3");
        assertThatThrownBy(() -> new Side("A", List.of())).hasMessage("forks must be at least one: forks=0, label=A");
        assertThatThrownBy(() -> new Fork("A1", List.of(), 1))
                .hasMessage("periods must be at least one: periods=0, name=A1");
        assertThatThrownBy(() -> new Fork("A1", List.of(LatencyCounts.NONE), 0))
                .hasMessage("periodNs must be above zero: periodNs=0");
        assertThatThrownBy(() -> new Metric.Percentile(100))
                .hasMessage("percentile must be above 0 and below 100: percentile=100.0");
    }
}
