package io.straggler.diagnosis.statistics.math;

import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/** Student's distribution. */
public final class StudentT {
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private StudentT() {}

    /** How many standard errors lie between the middle of a two-sided interval and its end, when it misses with {@code alpha}. */
    public static double twoSided(double alpha, double degreesOfFreedom) {
        return TDistribution.of(degreesOfFreedom).inverseSurvivalProbability(alpha / 2);
    }

    /** The probability that chance takes an estimate at least so many standard errors away, to either side. */
    public static double chance(double standardErrors, double degreesOfFreedom) {
        return 2 * TDistribution.of(degreesOfFreedom).survivalProbability(Math.abs(standardErrors));
    }

    /** The same for an estimate whose standard error is known. */
    public static double normalChance(double standardErrors) {
        return 2 * NORMAL.survivalProbability(Math.abs(standardErrors));
    }
}
