package io.straggler.diagnosis.statistics.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.straggler.diagnosis.statistics.Scaled;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AutocorrelationTest {
    static double[] series(double kept, int length, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] series = new double[length];
        double value = random.nextGaussian();
        for (int i = 0; i < length; i++) {
            series[i] = value;
            value = kept * value + Math.sqrt(1 - kept * kept) * random.nextGaussian();
        }
        return series;
    }

    /** Known: (1 + φ) / (1 − φ). */
    @ParameterizedTest
    @CsvSource({"0, 1", "0.5, 3", "0.8, 9", "0.95, 39"})
    void shouldFindTheTimeOfAKnownSeries(double kept, double time) {
        assertThat(Autocorrelation.time(series(kept, 200_000, 1))).isCloseTo(time, within(0.15 * time));
    }

    @Test
    void shouldTakeASeriesThatNeverChangesForIndependent() {
        double[] constant = new double[50];
        Arrays.fill(constant, 3);

        assertThat(Autocorrelation.time(constant)).isEqualTo(1);
        assertThat(Autocorrelation.time(new double[] {1})).isEqualTo(1);
        // One that goes up and down is not worth more values than it has.
        double[] alternating = new double[50];
        Arrays.setAll(alternating, i -> i % 2);
        assertThat(Autocorrelation.time(alternating)).isEqualTo(1);
    }

    /** The variance of means of blocks is too small by what the correction adds: measured on a long series. */
    @Test
    void shouldCorrectForWhatNeighbouringBlocksShare() {
        double kept = 0.8;
        int blockLength = 45;
        double[] series = series(kept, 45 * 40_000, 2);
        double[] means = new double[series.length / blockLength];
        for (int i = 0; i < series.length; i++) {
            means[i / blockLength] += series[i] / blockLength;
        }

        double ofLongMean = 9.0 / blockLength;

        assertThat(Scaled.variance(means)).isCloseTo(0.9 * ofLongMean, within(0.02 * ofLongMean));
        assertThat(Scaled.variance(means) * Autocorrelation.betweenBlocks(9, blockLength))
                .isCloseTo(ofLongMean, within(0.02 * ofLongMean));
        assertThat(Autocorrelation.betweenBlocks(1, 5)).isEqualTo(1);
    }
}
