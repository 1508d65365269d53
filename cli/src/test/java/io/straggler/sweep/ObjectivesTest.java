package io.straggler.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.diagnosis.compare.Fork;
import io.straggler.flamegraph.Capacity.Verdict;
import io.straggler.model.LatencyCounts;
import io.straggler.sweep.Objectives.Judgement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class ObjectivesTest {
    private static final int STRETCHES = 125;
    private static final int EACH = 400;
    private static final double NS_PER_US = 1_000;

    private static Objectives objectives(String... texts) {
        return Objectives.parse(List.of(texts));
    }

    /** Exponential latencies; their mean may change from stretch to stretch. */
    private static Fork fork(long seed, IntToDoubleFunction meanUs) {
        SplittableRandom random = new SplittableRandom(seed);
        List<LatencyCounts> stretches = new ArrayList<>();
        for (int stretch = 0; stretch < STRETCHES; stretch++) {
            double mean = meanUs.applyAsDouble(stretch);
            long[] valuesNs = random.doubles(EACH)
                    .mapToLong(value -> (long) (-Math.log1p(-value) * mean * NS_PER_US) + 1)
                    .sorted()
                    .distinct()
                    .toArray();
            long[] counts = new long[valuesNs.length];
            Arrays.fill(counts, 1);
            stretches.add(new LatencyCounts(valuesNs, counts));
        }
        return new Fork("fork " + seed, stretches, 40_000_000);
    }

    private static Judgement judge(Objectives objectives, IntToDoubleFunction meanUs) {
        return objectives.judge(List.of(fork(1, meanUs)), 100_000, 1);
    }

    /** The 99th percentile of an exponential is 4.6 times its mean. */
    @Test
    void shouldDecideByTheIntervalAndNotByTheFigure() {
        Objectives p99 = objectives("p99 < 46us");

        assertThat(judge(p99, stretch -> 8).verdict()).isEqualTo(Verdict.HOLDS);
        assertThat(judge(p99, stretch -> 12).verdict()).isEqualTo(Verdict.FAILS);
        Judgement onTheLimit = judge(p99, stretch -> 10);
        assertThat(onTheLimit.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(onTheLimit.sentence()).matches("p99 is 4[5-7].* µs \\[4.* µs, 4.* µs], and the limit is 46 µs");
    }

    @Test
    void shouldDecideWhatHasNoIntervalButNeedsNone() {
        // A queue that grows for as long as the run lasts: all late iterations came together.
        Judgement growing = judge(objectives("p99 < 100us"), stretch -> 1 + 100 * stretch);
        assertThat(growing.verdict()).as(growing.sentence()).isEqualTo(Verdict.FAILS);

        Fork constant = new Fork(
                "constant",
                List.of(
                        new LatencyCounts(new long[] {50_000}, new long[] {1_000}),
                        new LatencyCounts(new long[] {50_000}, new long[] {1_000})),
                1_000_000_000);
        Judgement under = objectives("p99 < 51us").judge(List.of(constant), 0, 1);
        assertThat(under.verdict()).as(under.sentence()).isEqualTo(Verdict.HOLDS);
        Judgement over = objectives("p99 < 49us").judge(List.of(constant), 0, 1);
        assertThat(over.verdict()).as(over.sentence()).isEqualTo(Verdict.FAILS);
        Judgement equal = objectives("p99 < 50us").judge(List.of(constant), 0, 1);
        assertThat(equal.verdict()).as(equal.sentence()).isEqualTo(Verdict.HOLDS);
    }

    @Test
    void shouldNotDecideWhatTooFewIterationsSay() {
        Fork few = new Fork("few", List.of(new LatencyCounts(new long[] {50_000}, new long[] {999})), 1_000_000_000);
        Judgement judgement = objectives("p99 < 1ms").judge(List.of(few), 0, 1);

        assertThat(judgement.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(judgement.sentence()).contains("p99 is not measurable: ", "999 iterations");
    }

    @Test
    void shouldDemandAllOfThem() {
        assertThat(judge(objectives("p50 < 7us", "p99 < 60us"), stretch -> 9).verdict())
                .isEqualTo(Verdict.HOLDS);
        assertThat(judge(objectives("p50 < 7us", "p99 < 30us"), stretch -> 9).verdict())
                .isEqualTo(Verdict.FAILS);
        assertThat(judge(objectives("p50 < 7us", "p99 < 46us"), stretch -> 10).verdict())
                .as("the first may fail, but neither is certain")
                .isEqualTo(Verdict.UNDECIDED);
        // Of an exponential with a mean of 20 µs, 0.67% is above 100 µs.
        assertThat(judge(objectives("outliers < 2%"), stretch -> 20).verdict()).isEqualTo(Verdict.HOLDS);
        assertThat(judge(objectives("outliers < 0.2%"), stretch -> 20).verdict())
                .isEqualTo(Verdict.FAILS);
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
        assertRefused("inflicted < 1ms/s", "objective must not be inflicted latency");
    }

    private static void assertRefused(String text, String message) {
        assertThatThrownBy(() -> objectives(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
