package io.straggler.diagnosis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.straggler.model.LatencyCounts;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PairedEffectTest {
    private static final Metric.Percentile MEDIAN = new Metric.Percentile(50);
    private static final Metric.Percentile P99 = new Metric.Percentile(99);

    /** A JVM whose iterations all take as long, in nanoseconds. */
    private static Fork fork(double ns) {
        return fork(Math.round(ns), 100);
    }

    private static Fork fork(long ns, int iterations) {
        long[] latenciesNs = LongStream.range(0, iterations).map(i -> ns).toArray();
        return new Fork("made", List.of(LatencyCounts.of(latenciesNs)), 1_000_000);
    }

    private static List<Fork> forks(double... ns) {
        return DoubleStream.of(ns).mapToObj(PairedEffectTest::fork).toList();
    }

    /** Logarithms of the ratios are 0.1, 0.2, 0.3 and 0.4: mean 0.25, standard error 0.06455, 3.873 of them away from none; t(3) has 0.0305 beyond. */
    @Test
    void shouldBeStudentsTestOfTheLogarithmsOfTheRatios() {
        List<Fork> was = forks(1e6, 2e6, 4e6, 8e6);
        List<Fork> is = forks(1e6 * Math.exp(0.1), 2e6 * Math.exp(0.2), 4e6 * Math.exp(0.3), 8e6 * Math.exp(0.4));

        PairedEffect effect = PairedEffect.of(was, is, MEDIAN).orElseThrow();

        double geometricMean = 1e6 * Math.pow(64, 0.25);
        assertThat(effect.a()).isCloseTo(geometricMean, within(0.002 * geometricMean));
        assertThat(effect.b() / effect.a()).isCloseTo(Math.exp(0.25), within(0.002));
        assertThat(effect.chance()).isCloseTo(0.0305, within(0.001));
        Estimate change = effect.relative(0.05);
        assertThat(change.value()).isCloseTo(Math.expm1(0.25), within(0.003));
        assertThat(change.low()).isCloseTo(Math.expm1(0.25 - 3.1824 * 0.06455), within(0.003));
        assertThat(change.high()).isCloseTo(Math.expm1(0.25 + 3.1824 * 0.06455), within(0.003));
    }

    /** However JVMs differ from each other: what differs is the pair. */
    @Test
    void shouldBeCertainOfAChangeThatIsTheSameInEachPair() {
        PairedEffect effect = PairedEffect.of(forks(1e6, 9e6, 3e6), forks(0.5e6, 4.5e6, 1.5e6), MEDIAN)
                .orElseThrow();

        assertThat(effect.chance()).isLessThan(1e-4);
        assertThat(effect.relative(0.001).high()).isNegative();
    }

    @Test
    void shouldNotBelieveWhatNoClockResolves() {
        assertThat(PairedEffect.of(forks(100, 100), forks(104, 104), MEDIAN)
                        .orElseThrow()
                        .chance())
                .isEqualTo(1);
        assertThat(PairedEffect.of(forks(100, 100), forks(110, 110), MEDIAN)
                        .orElseThrow()
                        .chance())
                .isZero();
    }

    @Test
    void shouldNotKnowAPercentileThatTooFewIterationsOfAJvmLieAbove() {
        List<Fork> enough = Arrays.asList(fork(1_000, 1_000), fork(1_000, 1_000));
        List<Fork> tooFew = Arrays.asList(fork(1_000, 1_000), fork(1_000, 999));

        assertThat(PairedEffect.of(enough, enough, P99)).isPresent();
        assertThat(PairedEffect.of(enough, tooFew, P99)).isEmpty();
        assertThat(PairedEffect.of(forks(1_000), forks(1_000), MEDIAN)).isEmpty();
        assertThatThrownBy(() -> PairedEffect.of(enough, forks(1_000), MEDIAN))
                .hasMessage("sides must have as many JVMs: a.size=2, b.size=1");
    }
}
