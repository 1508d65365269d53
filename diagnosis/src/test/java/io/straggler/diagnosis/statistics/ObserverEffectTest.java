package io.straggler.diagnosis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.LatencyCounts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ObserverEffectTest {
    private static final long PERIOD_NS = 200_000_000;

    /** Exponential latencies of 20 µs in the mean, in steps of 1%. */
    private static LatencyCounts draw(SplittableRandom random, int count, double factor) {
        TreeMap<Long, Long> counts = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            double ns = Math.max(1, -20_000 * factor * Math.log1p(-random.nextDouble()));
            counts.merge(Math.round(Math.pow(1.01, Math.rint(Math.log(ns) / Math.log(1.01)))), 1L, Long::sum);
        }
        return new LatencyCounts(
                counts.keySet().stream().mapToLong(Long::longValue).toArray(),
                counts.values().stream().mapToLong(Long::longValue).toArray());
    }

    private static Fork fork(long seed, int periods, int each, double factor) {
        SplittableRandom random = new SplittableRandom(seed);
        List<LatencyCounts> all = new ArrayList<>();
        for (int i = 0; i < periods; i++) {
            all.add(draw(random, each, factor));
        }
        return new Fork("fork", all, PERIOD_NS);
    }

    private static ObserverEffect effect(double factor) {
        return ObserverEffect.of(List.of(fork(1, 100, 500, 1)), List.of(fork(2, 100, 1_500, factor)), 5, 1)
                .orElseThrow();
    }

    @Test
    void shouldFindNoEffectWhereThereIsNone() {
        ObserverEffect effect = effect(1);

        assertThat(effect.periods()).isEqualTo(20);
        assertThat(effect.periodNs()).isEqualTo(1_000_000_000);
        assertThat(effect.differences()).extracting(one -> one.metric().label()).containsExactly("p50", "p99", "p99.9");
        assertThat(effect.differences()).extracting(Difference::verdict).containsOnly(Verdict.NO_DETECTABLE_DIFFERENCE);
    }

    @Test
    void shouldFindWhatWatchingCosts() {
        Difference p50 = effect(1.2).differences().get(0);

        assertThat(p50.verdict()).isEqualTo(Verdict.REGRESSED);
        assertThat(p50.relative().orElseThrow().low()).isBetween(0.12, 0.2);
        assertThat(p50.relative().orElseThrow().high()).isBetween(0.2, 0.28);
    }

    @Test
    void shouldSayNothingOfARunThatIsTooShortOrThatWasWatchedThroughout() {
        assertThat(ObserverEffect.of(List.of(fork(1, 30, 500, 1)), List.of(fork(2, 30, 500, 1)), 0, 1))
                .isEmpty();
        Fork never = new Fork("unsampled", Collections.nCopies(100, LatencyCounts.NONE), PERIOD_NS);
        assertThat(ObserverEffect.of(List.of(never), List.of(fork(2, 100, 500, 1)), 0, 1))
                .isEmpty();
    }
}
