package io.straggler.rates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.diagnosis.statistics.Fork;
import io.straggler.model.LatencyCounts;
import io.straggler.rates.Objectives.Judgement;
import io.straggler.rates.result.Capacity.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ObjectivesTest {
    private static final int PERIODS = 125;
    private static final int EACH = 400;
    private static final double NS_PER_US = 1_000;

    private static Objectives objectives(String... texts) {
        return Objectives.parse(List.of(texts));
    }

    /** Exponential latencies; their mean may change from interval to interval. */
    private static Fork fork(long seed, IntToDoubleFunction meanUs) {
        SplittableRandom random = new SplittableRandom(seed);
        List<LatencyCounts> periods = new ArrayList<>();
        for (int period = 0; period < PERIODS; period++) {
            double mean = meanUs.applyAsDouble(period);
            long[] valuesNs = random.doubles(EACH)
                    .mapToLong(value -> (long) (-Math.log1p(-value) * mean * NS_PER_US) + 1)
                    .sorted()
                    .distinct()
                    .toArray();
            long[] counts = new long[valuesNs.length];
            Arrays.fill(counts, 1);
            periods.add(new LatencyCounts(valuesNs, counts));
        }
        return new Fork("fork " + seed, periods, 40_000_000);
    }

    private static Judgement judge(Objectives objectives, IntToDoubleFunction meanUs) {
        return objectives.judge(List.of(fork(1, meanUs)), 100_000);
    }

    /** Of an exponential with a mean of 10 µs, 1% is above 46.05 µs; with one of 20 µs, 10%. */
    @Test
    void shouldTellHowFarOffALimitIs() {
        Objectives p99 = objectives("p99 < 46.05us");

        Judgement far = judge(p99, period -> 20);
        assertThat(far.verdict()).isEqualTo(Verdict.FAILS);
        // Odds of one to nine, where one to 99 may be.
        assertThat(far.excess().logOdds()).isCloseTo(Math.log(11), Offset.offset(0.05));
        assertThat(far.sentence()).matches("10% of 4[0-9],[0-9]{3} iterations took longer than 46.1 µs, and 1% may");
        Judgement below = judge(p99, period -> 8);
        assertThat(below.verdict()).isEqualTo(Verdict.HOLDS);
        assertThat(below.excess().logOdds()).isCloseTo(Math.log(0.316), Offset.offset(0.2));
        assertThat(judge(p99, period -> 10).excess().logOdds()).isCloseTo(0, Offset.offset(0.15));
    }

    @Test
    void shouldAllowWhatIsAsHighAsTheLimit() {
        Fork constant = new Fork(
                "constant", List.of(new LatencyCounts(new long[] {50_000}, new long[] {2_000})), 1_000_000_000);

        Judgement equal = objectives("p99 < 50us").judge(List.of(constant), 0);
        assertThat(equal.verdict()).isEqualTo(Verdict.HOLDS);
        assertThat(equal.sentence()).isEqualTo("0% of 2,000 iterations took longer than 50 µs, and 1% may");
        assertThat(equal.excess().logOdds()).isLessThan(-3);
        Judgement over = objectives("p99 < 49us").judge(List.of(constant), 0);
        assertThat(over.verdict()).isEqualTo(Verdict.FAILS);
        assertThat(over.excess().logOdds()).isGreaterThan(3);
        // An outlier is what takes as long as the threshold.
        assertThat(objectives("outliers < 1%").judge(List.of(constant), 50_000).verdict())
                .isEqualTo(Verdict.FAILS);
        assertThat(objectives("outliers < 1%").judge(List.of(constant), 51_000).verdict())
                .isEqualTo(Verdict.HOLDS);
    }

    @Test
    void shouldNotDecideWhatTooFewIterationsSay() {
        Fork few = new Fork("few", List.of(new LatencyCounts(new long[] {50_000}, new long[] {999})), 1_000_000_000);
        Judgement judgement = objectives("p99 < 1ms").judge(List.of(few), 0);

        assertThat(judgement.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(judgement.sentence()).isEqualTo("p99 cannot be judged by 999 iterations: it takes 1,000");
        // One that certainly fails decides, whatever the other says.
        assertThat(objectives("p99 < 1ms", "p50 < 1us").judge(List.of(few), 0).verdict())
                .isEqualTo(Verdict.FAILS);
    }

    @Test
    void shouldDemandAllOfThem() {
        assertThat(judge(objectives("p50 < 7us", "p99 < 60us"), period -> 9).verdict())
                .isEqualTo(Verdict.HOLDS);
        Judgement second = judge(objectives("p50 < 7us", "p99 < 30us"), period -> 9);
        assertThat(second.verdict()).isEqualTo(Verdict.FAILS);
        assertThat(second.excess().logOdds()).as("the larger one").isGreaterThan(1);
        // Of an exponential with a mean of 20 µs, 0.67% is above 100 µs.
        assertThat(judge(objectives("outliers < 2%"), period -> 20).verdict()).isEqualTo(Verdict.HOLDS);
        assertThat(judge(objectives("outliers < 0.2%"), period -> 20).verdict()).isEqualTo(Verdict.FAILS);
    }

    @Test
    void shouldTellWhatARunWants() {
        assertThat(objectives("p99 < 10us").iterationsToDecide()).isBetween(4_000L, 4_001L);
        assertThat(objectives("p99.9 < 10us", "p50 < 1us").iterationsToDecide()).isBetween(40_000L, 40_001L);
        assertThat(objectives("outliers < 0.1%").iterationsToDecide()).isBetween(40_000L, 40_001L);
        assertThat(objectives("p99 < 10us", "p50 < 1us").lowestLatencyNs()).hasValue(1_000);
        assertThat(objectives("outliers < 1%").lowestLatencyNs()).isEmpty();
        assertThat(objectives("outliers < 1%").countOutliers()).isTrue();
        assertThat(objectives("p99 < 10us").countOutliers()).isFalse();
    }

    @Test
    void shouldRefuseWhatIsNoObjectiveAndSayTheForm() {
        assertRefused("p99", "objective must be like 'p99 < 10us' or 'outliers < 0.1%': slo=p99");
        assertRefused("fast", "objective must be like 'p99 < 10us'");
        assertRefused("p99<10", "objective must be like 'p99 < 10us'");
        assertRefused("p101 < 10us", "objective must be like 'p99 < 10us'");
        assertRefused("regressed p99 > 5%", "objective must be like 'p99 < 10us'");
        assertRefused("p99 > 10us", "objective must be an upper limit, with <: slo=p99 > 10us");
        assertRefused("excess < 1ms/s", "objective must not be excess latency");
    }

    private static void assertRefused(String text, String message) {
        assertThatThrownBy(() -> objectives(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    /** 10,000 iterations have ten beyond p99.9, though 1 - 0.999 is a hair less than 0.001. */
    @Test
    void shouldJudgeWhatHasExactlyEnoughIterations() {
        for (String limit :
                List.of("p90 < 50us;100", "p99.7 < 50us;3334", "p99.9 < 50us;10000", "p99.99 < 50us;100000")) {
            String objective = limit.substring(0, limit.indexOf(';'));
            long enough = Long.parseLong(limit.substring(limit.indexOf(';') + 1));
            assertThat(ofConstant(objective, enough).verdict()).as(limit).isEqualTo(Verdict.HOLDS);
            assertThat(ofConstant(objective, enough - 1).sentence())
                    .contains(String.format(java.util.Locale.ROOT, "it takes %,d", enough));
        }
    }

    private static Judgement ofConstant(String objective, long count) {
        LatencyCounts constant = new LatencyCounts(new long[] {40_000}, new long[] {count});
        return objectives(objective).judge(List.of(new Fork("constant", List.of(constant), 1_000_000_000)), 0);
    }
}
