package io.straggler.diagnosis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FamilyTest {
    private static double[] deviations(long seed) {
        return DoubleStream.generate(new SplittableRandom(seed)::nextGaussian)
                .limit(20_000)
                .toArray();
    }

    private static Contrast contrast(double standardErrors, double[] deviations) {
        return new Contrast(standardErrors, 1, 1e6, deviations);
    }

    @Test
    void shouldAskMoreOfManyThanOfOne() {
        double[] same = deviations(1);
        Family one = new Family(List.of(contrast(2, same)));
        Family alike = new Family(
                IntStream.range(0, 8).mapToObj(i -> contrast(2, same)).toList());
        Family independent = new Family(
                IntStream.range(0, 8).mapToObj(i -> contrast(2, deviations(i))).toList());

        assertThat(one.alpha()).isEqualTo(0.05);
        assertThat(alike.alpha()).isCloseTo(0.05, within(0.005));
        assertThat(independent.alpha()).isCloseTo(1 - Math.pow(0.95, 1.0 / 8), within(0.001));
        assertThat(one.beyondChance()).hasSize(1);
        assertThat(independent.beyondChance()).isEmpty();
    }

    @Test
    void shouldAskLessOfThoseThatAreLeft() {
        Contrast clear = contrast(9, deviations(1));
        Contrast less = contrast(2.1, deviations(2));
        Contrast none = contrast(0.3, deviations(3));

        // Beside a clear one 2.1 standard errors are one of a family of two, and enough only if they are alone.
        assertThat(new Family(List.of(none, less, clear)).beyondChance()).containsExactly(clear);
        assertThat(new Family(List.of(less, clear)).beyondChance()).containsExactly(clear, less);
    }
}
