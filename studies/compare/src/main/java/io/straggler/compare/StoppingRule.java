package io.straggler.compare;

import io.straggler.diagnosis.statistics.Estimate;
import java.util.Optional;

/**
 * When there are enough pairs of JVMs: when the interval of a relative difference was narrow enough at two looks, one after the other. For one
 * comparison.
 *
 * <p>How large the difference is has no say in it. One look would still favour comparisons whose spread looks smaller than it is (Chow and
 * Robbins, Annals of Mathematical Statistics 36, 1965): so the second one has to agree. {@code benchmarks/run statistics --part 6} simulates it.
 */
public final class StoppingRule {
    private final double precision;
    private final int leastPairs;
    private boolean narrowBefore;

    /**
     * @param precision half of the interval, relative, that is narrow enough: 0.05 for ±5%
     * @param leastPairs before which it is never enough
     */
    public StoppingRule(double precision, int leastPairs) {
        this.precision = precision;
        this.leastPairs = leastPairs;
    }

    /**
     * Returns whether to look at the interval after a number of pairs. It is looked at after even numbers only, when as
     * many pairs began with one side as with the other. The first look comes before there are enough pairs, because
     * {@link #enough} wants two narrow intervals in turn.
     */
    public boolean looks(int pairs) {
        return pairs % 2 == 0 && pairs + 2 >= leastPairs;
    }

    /** Looks at a number of pairs, and returns whether they are enough. */
    public boolean enough(int pairs, Optional<Estimate> relative) {
        boolean narrow = relative.filter(this::narrow).isPresent();
        boolean enough = narrow && narrowBefore && pairs >= leastPairs;
        narrowBefore = narrow;
        return enough;
    }

    /** Whether half of an interval is no wider than the precision. */
    public boolean narrow(Estimate relative) {
        return half(relative) <= precision;
    }

    /** Half of the width of an interval. */
    public static double half(Estimate relative) {
        return (relative.high() - relative.low()) / 2;
    }
}
