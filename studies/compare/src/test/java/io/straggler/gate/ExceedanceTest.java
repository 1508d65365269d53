package io.straggler.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.statistics.Fork;
import io.straggler.model.LatencyCounts;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExceedanceTest {
    private static final long LIMIT_NS = 100_000;
    private static final long FAST_NS = 50_000;
    private static final long SLOW_NS = 200_000;

    /** Twenty periods; in each, some of a hundred iterations are slow. */
    private static Fork fork(int... slowOfAHundred) {
        List<LatencyCounts> periods = new ArrayList<>();
        for (int k = 0; k < 20; k++) {
            int slow = slowOfAHundred[k * slowOfAHundred.length / 20];
            periods.add(new LatencyCounts(new long[] {FAST_NS, SLOW_NS}, new long[] {100 - slow, slow}));
        }
        return new Fork("it", periods, 30_000_000);
    }

    @Test
    void shouldHoldWhenNoneOfEnoughIterationsTookLonger() {
        Exceedance none = Exceedance.of(List.of(fork(0)), LIMIT_NS);

        assertThat(none.iterations()).isEqualTo(2_000);
        assertThat(none.over()).isZero();
        assertThat(none.holds(99)).isTrue();
        assertThat(none.holds(99.9)).as("2 of 2,000 lie beyond p99.9").isFalse();
        assertThat(none.failsThroughout(99)).isFalse();
    }

    @Test
    void shouldFailThroughoutOnlyWhenNoTenthOfTheTimeIsFastEnough() {
        Exceedance always = Exceedance.of(List.of(fork(60), fork(70)), LIMIT_NS);
        Exceedance mostly = Exceedance.of(List.of(fork(90, 90, 90, 90, 90, 90, 90, 90, 90, 40)), LIMIT_NS);

        assertThat(always.over()).isEqualTo(2_600);
        assertThat(always.leastShare()).isEqualTo(0.6);
        assertThat(always.failsThroughout(50)).isTrue();
        assertThat(always.failsThroughout(30)).isFalse();
        assertThat(mostly.failsThroughout(50)).isFalse();
    }

    @Test
    void shouldNotFailWithAnIntervalWithoutIterations() {
        Fork whole = fork(100);
        List<LatencyCounts> periods = new ArrayList<>(whole.periods());
        periods.set(4, LatencyCounts.NONE);
        periods.set(5, LatencyCounts.NONE);

        Exceedance gap = Exceedance.of(List.of(new Fork("it", periods, 30_000_000)), LIMIT_NS);

        assertThat(gap.failsThroughout(50)).isFalse();
    }
}
