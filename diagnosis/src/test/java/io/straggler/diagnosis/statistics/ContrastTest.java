package io.straggler.diagnosis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.straggler.diagnosis.statistics.math.StudentT;
import org.junit.jupiter.api.Test;

class ContrastTest {
    /** Resamples with a given variance. */
    private static Scaled scaled(double variance, double degreesOfFreedom) {
        double half = Math.sqrt(variance / 2);
        return new Scaled(new double[] {-half, half}, 1, degreesOfFreedom, 0, 0);
    }

    /** From tables of the distribution. */
    @Test
    void shouldKnowStudentsQuantiles() {
        assertThat(StudentT.twoSided(0.05, 4)).isCloseTo(2.7764, within(1e-4));
        assertThat(StudentT.twoSided(0.05, 10)).isCloseTo(2.2281, within(1e-4));
        assertThat(StudentT.twoSided(0.01, 19)).isCloseTo(2.8609, within(1e-4));
        assertThat(StudentT.chance(-2.2281, 10)).isCloseTo(0.05, within(1e-4));
    }

    /** Welch's formula by hand: variances 1 and 4 with 4 and 9 degrees of freedom. */
    @Test
    void shouldAddVariancesOfIndependentSides() {
        Contrast contrast = Contrast.unpaired(3, scaled(1, 4), scaled(4, 9));

        assertThat(contrast.error()).isCloseTo(Math.sqrt(5), within(1e-12));
        assertThat(contrast.degreesOfFreedom()).isCloseTo(25 / (1.0 / 4 + 16.0 / 9), within(1e-12));
    }

    @Test
    void shouldLetCancelWhatPairsHaveInCommon() {
        Contrast same = Contrast.paired(3, scaled(4, 9), scaled(4, 9));

        assertThat(same.error()).isZero();
        assertThat(same.chance()).isZero();
        assertThat(same.half(0.05)).isZero();
        assertThat(Contrast.paired(0, scaled(4, 9), scaled(4, 9)).chance()).isEqualTo(1);
    }

    @Test
    void shouldNotTakeFewEventsForMoreRegularThanChance() {
        Scaled few = new Scaled(new double[] {1, 1, 1}, 2, 1, 0.25, 0.01);

        assertThat(few.variance()).isCloseTo(0.26, within(1e-12));
        assertThat(new Scaled(new double[] {-1, 1}, 1.5, 1, 0.25, 0.01).variance())
                .isCloseTo(3.01, within(1e-12));
    }

    /** At 2.8 standard errors 80% of normal estimates are beyond 1.96. */
    @Test
    void shouldDetectFourOfFive() {
        assertThat(new Contrast(0, 1, 1e6, new double[1]).detectable(0.05)).isCloseTo(2.8016, within(1e-3));
    }
}
