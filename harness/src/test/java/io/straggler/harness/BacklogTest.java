package io.straggler.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BacklogTest {
    private final Backlog backlog = new Backlog();

    private long growthNs(LongStream latencies) {
        latencies.forEach(backlog::add);
        return backlog.growthNs();
    }

    @ParameterizedTest
    @ValueSource(ints = {30, 2_000, 50_000})
    void shouldBeAsLargeAsTheBacklogThatGrewAllTheTime(int iterations) {
        long growthNs = growthNs(LongStream.range(0, iterations).map(k -> 500 + 1_000 * k));

        assertThat(growthNs).isBetween(850L * iterations, 1_000L * iterations);
    }

    @Test
    void shouldSeeABacklogThatCameSoonAndStayed() {
        long growthNs = growthNs(LongStream.range(0, 100_000).map(k -> Math.min(1_000_000, 500 + 100 * k)));

        assertThat(growthNs).isBetween(900_000L, 1_000_000L);
    }

    @Test
    void shouldSeeNoneInLongLatenciesThatStayAsTheyAre() {
        assertThat(growthNs(LongStream.range(0, 20_000).map(k -> 900_000_000 + k % 7)))
                .isBetween(-7L, 7L);
    }

    @Test
    void shouldSeeNoneInOneSlowIterationAtEitherEnd() {
        assertThat(growthNs(LongStream.range(0, 100).map(k -> k == 0 || k == 99 ? 1_000_000_000 : 5)))
                .isZero();
    }

    @Test
    void shouldSeeNoneWhenThereAreNoIterationsOrOne() {
        assertThat(backlog.growthNs()).isZero();
        assertThat(growthNs(LongStream.of(77))).isZero();
    }
}
