package io.straggler.diagnosis.statistics.math;

import org.apache.commons.statistics.distribution.TDistribution;

/** Student's distribution. */
public final class StudentT {
    private StudentT() {}

    /** How many standard errors lie between the middle of a two-sided interval and its end, when it misses with {@code alpha}. */
    public static double twoSided(double alpha, double degreesOfFreedom) {
        return TDistribution.of(degreesOfFreedom).inverseSurvivalProbability(alpha / 2);
    }

    /**
     * Returns the probability that chance takes an estimate at least this number of standard errors away, to either
     * side.
     */
    public static double chance(double standardErrors, double degreesOfFreedom) {
        return 2 * TDistribution.of(degreesOfFreedom).survivalProbability(Math.abs(standardErrors));
    }
}
