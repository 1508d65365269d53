package io.straggler.diagnosis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FamilyTest {
    private static final int METRICS = 8;
    private static final int TRIALS = 400;
    private static final int RESAMPLES = 400;

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
        Family one = new Family(List.of(contrast(2, same)), Pairing.UNPAIRED);
        Family alike = new Family(
                IntStream.range(0, 8).mapToObj(i -> contrast(2, same)).toList(), Pairing.UNPAIRED);
        Family independent = new Family(
                IntStream.range(0, 8).mapToObj(i -> contrast(2, deviations(i))).toList(), Pairing.UNPAIRED);

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
        assertThat(new Family(List.of(none, less, clear), Pairing.UNPAIRED).beyondChance())
                .containsExactly(clear);
        assertThat(new Family(List.of(less, clear), Pairing.UNPAIRED).beyondChance())
                .containsExactly(clear, less);
    }

    /** Eight metrics of two sides that do not differ, in as many pairs: how often something is found. */
    @ParameterizedTest
    @CsvSource({"2, 0", "2, 0.8", "3, 0", "4, 0.5", "6, 0", "6, 0.8", "10, 0.5", "20, 0.8"})
    void shouldFindNothingWhereThereIsNothing(int pairs, double correlation) {
        SplittableRandom random = new SplittableRandom(pairs);
        int found = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            found += new Family(contrasts(pairs, correlation, random), Pairing.UNPAIRED)
                            .beyondChance()
                            .isEmpty()
                    ? 0
                    : 1;
        }

        // Five in a hundred are promised; with so many trials another three are luck.
        assertThat(found).isLessThanOrEqualTo(82 * TRIALS / 1_000);
        // Nor is it a promise that costs more than need be.
        assertThat(found).isGreaterThan(5 * TRIALS / 1_000);
    }

    private static List<Contrast> contrasts(int pairs, double correlation, SplittableRandom random) {
        double[][] values = new double[METRICS][pairs];
        for (int i = 0; i < pairs; i++) {
            double common = random.nextGaussian();
            for (int k = 0; k < METRICS; k++) {
                values[k][i] = Math.sqrt(correlation) * common + Math.sqrt(1 - correlation) * random.nextGaussian();
            }
        }
        double[][] resampled = new double[METRICS][RESAMPLES];
        for (int r = 0; r < RESAMPLES; r++) {
            for (int i = 0; i < pairs; i++) {
                int drawn = random.nextInt(pairs);
                for (int k = 0; k < METRICS; k++) {
                    resampled[k][r] += values[k][drawn] / pairs;
                }
            }
        }
        return IntStream.range(0, METRICS)
                .mapToObj(k -> contrast(values[k], resampled[k]))
                .toList();
    }

    private static Contrast contrast(double[] values, double[] resampled) {
        double mean = Scaled.mean(resampled);
        double deviation = Math.sqrt(Scaled.variance(resampled));
        return new Contrast(
                Scaled.mean(values),
                Math.sqrt(Scaled.variance(values) / values.length),
                values.length - 1,
                DoubleStream.of(resampled)
                        .map(x -> deviation == 0 ? 0 : (x - mean) / deviation)
                        .toArray());
    }
}
