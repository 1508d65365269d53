package io.straggler.diagnosis;

/**
 * A method that more of the outliers' work was in than of the work of normal iterations of the same run.
 *
 * <p>Shares are of the time that stacks of running code stand for, the method's callees included. The bounds are of the difference
 * between them, for a confidence of 95%.
 *
 * @param name as in stacks; from the measured program, so to be escaped
 * @param outlierShare of the outliers' work, 0 to 1
 * @param normalShare of the normal iterations' work, 0 to 1
 * @param leastGrowth lower bound of the difference; more than zero
 * @param mostGrowth upper bound
 * @param outliers how many outliers this rests on
 * @param normalStacks how many stacks of normal iterations
 */
public record OverRepresentedFrame(
        String name,
        double outlierShare,
        double normalShare,
        double leastGrowth,
        double mostGrowth,
        long outliers,
        long normalStacks) {
    /** The best estimate of the difference. */
    public double growth() {
        return outlierShare - normalShare;
    }
}
