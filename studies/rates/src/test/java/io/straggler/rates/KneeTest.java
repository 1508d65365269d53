package io.straggler.rates;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class KneeTest {
    private static final RateRange RANGE = new RateRange(1_000, 100_000);
    private static final double SLOPE = 5;
    private static final double SCATTER = 0.15;

    /** What a run tells that is scattered about the truth; one in twelve is far off, and then too high, as after a stall. */
    private static Excess excess(double perSecond, double truth, SplittableRandom random) {
        double exact = SLOPE * Math.log(perSecond / truth);
        return new Excess(
                exact + SCATTER * random.nextGaussian() + (random.nextInt(12) == 0 ? 1.5 * random.nextDouble() : 0), 0);
    }

    @Test
    void shouldKnowNothingBeforehand() {
        Knee knee = new Knee(RANGE);

        assertThat(knee.quantile(0.5)).isCloseTo(10_000, Percentage.withPercentage(0.1));
        assertThat(knee.quantile(0.025)).isLessThan(RANGE.lowPerSecond());
        assertThat(knee.quantile(0.975)).isGreaterThan(RANGE.highPerSecond());
    }

    /** Bisection: what is far off says on which side the knee is, and no more. */
    @Test
    void shouldLieBetweenWhatCertainlyHoldsAndWhatCertainlyDoesNot() {
        Knee knee = new Knee(RANGE);
        for (double perSecond = 1_000; perSecond < 100_000; perSecond *= 1.3) {
            knee.add(
                    perSecond, new Excess(perSecond < 20_000 ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY, 0));
        }

        // 1,000 × 1.3 to the powers of 11 and 12.
        assertThat(knee.quantile(0.5)).isBetween(18_000.0, 23_200.0);
        assertThat(knee.quantile(0.025)).isGreaterThan(16_000);
        assertThat(knee.quantile(0.975)).isLessThan(26_000);
    }

    @Test
    void shouldBeWhereRunsOnBothSidesSaySo() {
        Knee knee = new Knee(RANGE);
        for (double off : new double[] {-0.15, -0.1, -0.05, 0.05, 0.1, 0.15}) {
            knee.add(20_000 * Math.exp(off), new Excess(SLOPE * off, 0));
        }
        assertThat(knee.quantile(0.5)).isCloseTo(20_000, Percentage.withPercentage(0.5));
        assertThat(knee.quantile(0.975) / knee.quantile(0.025)).isLessThan(1.08);

        // One run that was far off moves it by little.
        knee.add(19_000, new Excess(0.9, 0));
        assertThat(knee.quantile(0.5)).isCloseTo(20_000, Percentage.withPercentage(2));
    }

    /** The interval holds the truth about as often as it says, whatever the seed. */
    @Test
    void shouldCoverTheTruth() {
        int trials = 60;
        int covered = 0;
        int near = 0;
        SplittableRandom random = new SplittableRandom(11);
        for (int trial = 0; trial < trials; trial++) {
            double truth = 2_000 * Math.pow(25, random.nextDouble());
            Knee knee = new Knee(RANGE);
            for (int run = 0; run < 16; run++) {
                double perSecond = knee.quantile(run % 2 == 0 ? 0.2 : 0.8);
                knee.add(perSecond, excess(perSecond, truth, random));
            }
            covered += knee.quantile(0.025) <= truth && truth <= knee.quantile(0.975) ? 1 : 0;
            near += Math.abs(knee.quantile(0.5) / truth - 1) <= 0.05 ? 1 : 0;
        }
        assertThat(covered).as("of " + trials).isBetween(53, 60);
        assertThat(near).as("of " + trials).isGreaterThanOrEqualTo(56);
    }

    /** Runs that scatter by chance alone, each by another amount that it knows: a long one counts for more than a short one. */
    @Test
    void shouldWeighEachRunByWhatItsIterationsTell() {
        int trials = 60;
        int covered = 0;
        SplittableRandom random = new SplittableRandom(13);
        for (int trial = 0; trial < trials; trial++) {
            double truth = 2_000 * Math.pow(25, random.nextDouble());
            Knee knee = new Knee(RANGE);
            for (int run = 0; run < 12; run++) {
                double perSecond = knee.quantile(run % 2 == 0 ? 0.2 : 0.8);
                double error = run % 3 == 0 ? 0.05 : 0.6;
                knee.add(
                        perSecond,
                        new Excess(SLOPE * Math.log(perSecond / truth) + error * random.nextGaussian(), error));
            }
            covered += knee.quantile(0.025) <= truth && truth <= knee.quantile(0.975) ? 1 : 0;
        }
        assertThat(covered).as("of " + trials).isBetween(55, 60);

        Knee exact = new Knee(RANGE);
        Knee vague = new Knee(RANGE);
        for (double off : new double[] {-0.15, -0.1, -0.05, 0.05, 0.1, 0.15}) {
            exact.add(20_000 * Math.exp(off), new Excess(SLOPE * off, 0));
            vague.add(20_000 * Math.exp(off), new Excess(SLOPE * off, 0.4));
        }
        assertThat(vague.quantile(0.975) / vague.quantile(0.025)).isGreaterThan(1.1);
        assertThat(exact.quantile(0.975) / exact.quantile(0.025)).isLessThan(1.08);
    }
}
