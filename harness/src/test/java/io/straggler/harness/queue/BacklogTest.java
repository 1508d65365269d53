package io.straggler.harness.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queues are made by Lindley's recursion, with an intended start every 250 us. */
class BacklogTest {
    private static final double DISTANCE_NS = 250_000;
    private static final int PER_SECOND = 4_000;

    /** The verdict on a sequential task whose iterations take so many distances each. */
    private static boolean growing(int iterations, IntToDoubleFunction service) {
        Backlog backlog = new Backlog(false, PER_SECOND);
        double waitNs = 0;
        for (int k = 0; k < iterations; k++) {
            backlog.add((long) (k * DISTANCE_NS), (long) waitNs);
            waitNs = Math.max(0, waitNs + DISTANCE_NS * (service.applyAsDouble(k) - 1));
        }
        return backlog.growing();
    }

    private static IntToDoubleFunction exponential(double mean, long seed) {
        Random random = new Random(seed);
        return k -> -mean * Math.log(1 - random.nextDouble());
    }

    private static long saturated(int iterations, double mean) {
        return IntStream.range(0, 200)
                .filter(seed -> growing(iterations, exponential(mean, seed)))
                .count();
    }

    @ParameterizedTest
    @ValueSource(ints = {6, 10, 30, 511, 512, 513, 2_000, 50_000, 1_000_000})
    void shouldGrowWhenEveryIterationTakesALittleTooLong(int iterations) {
        assertThat(growing(iterations, k -> 1.001)).isTrue();
        assertThat(growing(iterations, k -> 0.999)).isFalse();
    }

    @Test
    void shouldGrowAtOneAndAHalfPercentOverCapacityHoweverTheIterationsVary() {
        assertThat(saturated(15 * PER_SECOND, 1.015)).isGreaterThanOrEqualTo(196);
        assertThat(saturated(60 * PER_SECOND, 1.015)).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({"2, 0.8", "2, 0.9", "15, 0.95", "60, 0.98"})
    void shouldNotGrowBelowCapacity(int seconds, double utilisation) {
        assertThat(saturated(seconds * PER_SECOND, utilisation)).isLessThanOrEqualTo(4);
    }

    /** One of 100 ms, of 300 and of a second, in each tenth of a run of two seconds, at the end too. */
    @ParameterizedTest
    @ValueSource(ints = {400, 1_200, 4_000})
    void shouldNotGrowBecauseOfAPause(int distances) {
        for (int tenth = 0; tenth <= 10; tenth++) {
            int at = Math.min(2 * PER_SECOND - 1, tenth * 2 * PER_SECOND / 10);

            assertThat(growing(2 * PER_SECOND, k -> k == at ? distances : 0.6))
                    .as("a pause at iteration %d", at)
                    .isFalse();
        }
    }

    @Test
    void shouldGrowWhenPausesTakeTheTimeThatIsMissing() {
        assertThat(growing(15 * PER_SECOND, k -> k % 2_000 == 0 ? 300 : 0.9)).isTrue();
        assertThat(growing(15 * PER_SECOND, k -> k % 2_000 == 0 ? 100 : 0.9)).isFalse();
    }

    @Test
    void shouldGrowInTheLastFifthToo() {
        assertThat(growing(10_000, k -> k < 8_000 ? 0.5 : 1.1)).isTrue();
    }

    /** The verdict on a task whose iterations take so many distances each, and arrive in bursts. */
    private static boolean growing(boolean overlapping, int bursts, int burst, double service) {
        Backlog backlog = new Backlog(overlapping, PER_SECOND);
        double freeNs = 0;
        for (int k = 0; k < bursts * burst; k++) {
            long intendedNs = (long) (k / burst * burst * DISTANCE_NS) + k % burst;
            double waitNs = Math.max(0, freeNs - intendedNs);
            freeNs = intendedNs + waitNs + service * DISTANCE_NS;
            backlog.add(intendedNs, (long) (overlapping ? freeNs - intendedNs : waitNs));
        }
        return backlog.growing();
    }

    /** Whoever arrives in a burst waits for the others, also in the last burst, and however few bursts there are. */
    @ParameterizedTest
    @CsvSource({"1, 5_000", "2, 6", "3, 1_000", "6, 500", "15, 40", "2_000, 3"})
    void shouldNotGrowWithinABurst(int bursts, int burst) {
        for (boolean overlapping : List.of(false, true)) {
            assertThat(growing(overlapping, bursts, burst, 0.9)).isFalse();
            assertThat(growing(overlapping, bursts, burst, 1.01)).isEqualTo(bursts > 5);
        }
    }

    /** Nobody waits for what is complete before the next begins, however its time varies: least latencies of 3 µs, most of 7 to 40. */
    @Test
    void shouldNotGrowWhereIterationsAreOverBeforeTheNextBegins() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            assertThat(overlapping(
                            LongStream.range(0, 7_500).map(k -> k == 0 ? 3_000 : 7_000 + k + random.nextInt(33_000))))
                    .isFalse();
        }
    }

    private static boolean overlapping(LongStream latencies) {
        Backlog backlog = new Backlog(true, PER_SECOND);
        long[] ns = latencies.toArray();
        for (int k = 0; k < ns.length; k++) {
            backlog.add((long) (k * DISTANCE_NS), ns[k]);
        }
        return backlog.growing();
    }

    @Test
    void shouldTellLatencyFromBacklogWhereIterationsOverlap() {
        assertThat(overlapping(LongStream.range(0, 50_000).map(k -> 500 + 10 * k)))
                .isTrue();
        assertThat(overlapping(LongStream.range(0, 20_000).map(k -> 900_000_000 + k % 7)))
                .isFalse();
        assertThat(overlapping(LongStream.range(0, 100).map(k -> k == 0 || k == 99 ? 1_000_000_000 : 5)))
                .isFalse();
    }

    @Test
    void shouldNotGrowOnceItsSizeIsBounded() {
        assertThat(overlapping(LongStream.range(0, 100_000).map(k -> Math.min(1_000_000, 500 + 100 * k))))
                .isFalse();
    }

    @Test
    void shouldNotGrowWhenThereAreNoIterationsOrOne() {
        assertThat(overlapping(LongStream.empty())).isFalse();
        assertThat(overlapping(LongStream.of(77))).isFalse();
    }
}
