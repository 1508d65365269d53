package io.straggler.diagnosis.statistics;

/**
 * A number and how surely it is known.
 *
 * @param value as measured
 * @param low lower end of the interval that holds the true value with a confidence of 95%
 * @param high upper end
 */
public record Estimate(double value, double low, double high) {
    /** Whether the whole interval lies on one side of zero. */
    public boolean excludesZero() {
        return low > 0 || high < 0;
    }
}
