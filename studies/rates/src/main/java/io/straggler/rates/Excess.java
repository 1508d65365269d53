package io.straggler.rates;

/**
 * How far a run misses an objective.
 *
 * @param logOdds the logarithm of the odds that an iteration missed it, over the odds with which it may: above zero if it does not hold;
 *     infinite if the rate was not kept at all
 * @param error the standard error of that, by chance alone, in a run of this length: late iterations that came together count as one
 */
public record Excess(double logOdds, double error) implements Comparable<Excess> {
    public Excess {
        if (!(error >= 0)) {
            throw new IllegalArgumentException("error must not be negative: error=" + error);
        }
    }

    /** The rate was not kept: there is no doubt on which side it lies. */
    public static final Excess NOT_KEPT = new Excess(Double.POSITIVE_INFINITY, 0);

    @Override
    public int compareTo(Excess other) {
        return Double.compare(logOdds, other.logOdds);
    }
}
