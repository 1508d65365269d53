package io.straggler.sampler.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What captures take, on machines that disturb the measurement. */
class TimerCostsTest {
    private static final int MEASUREMENTS = 31;

    private final Random random = new Random(1);

    /** Some of them take much longer, because the thread had no core. */
    private long[] measured(int disturbed) {
        long[] ns = random.longs(MEASUREMENTS, 20_000, 25_000).toArray();
        for (int i = 0; i < disturbed; i++) {
            ns[i] += 600_000;
        }
        return ns;
    }

    @Test
    void shouldBeTheMedianWhereFewAreDisturbed() {
        long[] ns = measured(5);
        long[] sorted = ns.clone();
        Arrays.sort(sorted);

        assertThat(TimerCosts.undisturbed(ns)).isEqualTo(sorted[MEASUREMENTS / 2]);
    }

    @Test
    void shouldStayNearTheTruthWhereMostAreDisturbed() {
        assertThat(TimerCosts.undisturbed(measured(25))).isBetween(20_000L, 50_000L);
    }

    @Test
    void shouldBelieveThatAllTakeLong() {
        assertThat(TimerCosts.undisturbed(measured(MEASUREMENTS))).isGreaterThan(600_000);
    }
}
