package io.straggler.jlbh.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TallyTest {
    private final Tally tally = new Tally();

    private Histogram moved() {
        Histogram target = new Histogram(Tally.HIGHEST_NS, 3);
        tally.moveTo(target);
        return target;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldKeepEveryPercentileToAThousandth(long seed) {
        Random random = new Random(seed);
        long[] values = random.longs(20_000)
                .map(any -> (long) Math.exp(random.nextDouble() * Math.log(Tally.HIGHEST_NS)))
                .toArray();
        Arrays.stream(values).forEach(tally::add);
        assertThat(tally.count()).isEqualTo(values.length);
        Histogram moved = moved();

        Arrays.sort(values);
        assertThat(moved.getTotalCount()).isEqualTo(values.length);
        for (double percentile : new double[] {0.01, 1, 10, 50, 90, 99, 99.9}) {
            int rank = (int) Math.round(percentile / 100 * values.length);
            assertThat((double) moved.getValueAtPercentile(percentile))
                    .isBetween(values[rank - 2] * 0.998 - 1, values[rank] * 1.002 + 1);
        }
        assertThat(moved.getMaxValue()).isBetween(values[values.length - 1], values[values.length - 1] * 1001 / 1000);
    }

    @Test
    void shouldTakeTheLowestAndTheHighest() {
        for (long ns : new long[] {0, 1, 2047, 2048, 4095, 4096, Tally.HIGHEST_NS}) {
            tally.add(ns);
            Histogram moved = moved();
            assertThat(moved.getTotalCount()).isEqualTo(1);
            assertThat((double) moved.getMaxValue()).isBetween((double) ns, ns * 1.001 + 1);
        }
    }

    @Test
    void shouldStartOverWhenItsCountsAreMoved() {
        tally.add(5_000_000);
        tally.add(7);
        moved();
        assertThat(tally.count()).isZero();
        tally.add(3);

        Histogram second = moved();
        assertThat(second.getTotalCount()).isEqualTo(1);
        assertThat(second.getMaxValue()).isEqualTo(3);
    }
}
