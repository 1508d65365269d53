package io.straggler.diagnosis.blame;

/** Divides whole nanoseconds in proportion, so that the parts add up to the total exactly: the method of largest remainders. */
public final class Apportionment {
    private Apportionment() {}

    /**
     * Returns the parts of {@code totalNs}, each within one nanosecond of an exact proportion.
     *
     * @param weights none of them negative; if all are zero, the parts are equal
     */
    public static long[] of(long totalNs, double[] weights) {
        double sum = 0;
        for (double weight : weights) {
            sum += weight;
        }
        long[] parts = new long[weights.length];
        double[] remainders = new double[weights.length];
        long leftNs = totalNs;
        for (int i = 0; i < parts.length; i++) {
            double exact = totalNs * (sum > 0 ? weights[i] / sum : 1.0 / parts.length);
            parts[i] = Math.min(leftNs, (long) exact);
            remainders[i] = exact - parts[i];
            leftNs -= parts[i];
        }
        int[] byRemainder = leftNs > 0 ? largestFirst(remainders) : new int[0];
        for (int k = 0; leftNs > 0 && parts.length > 0; k++, leftNs--) {
            parts[byRemainder[k % parts.length]]++;
        }
        return parts;
    }

    /** The indexes of some values, equal ones in order. There are as many as a busy period has culprits: a few. */
    private static int[] largestFirst(double[] values) {
        int[] ordered = new int[values.length];
        for (int i = 0; i < ordered.length; i++) {
            int at = i;
            for (; at > 0 && values[ordered[at - 1]] < values[i]; at--) {
                ordered[at] = ordered[at - 1];
            }
            ordered[at] = i;
        }
        return ordered;
    }
}
