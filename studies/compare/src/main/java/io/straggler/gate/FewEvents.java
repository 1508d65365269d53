package io.straggler.gate;

/**
 * A metric that rests on too few outliers for an interval.
 *
 * @param value as measured
 * @param events how many independent events it rests on at least
 */
record FewEvents(double value, double events) {
    /** Largest expected number of events by events seen, with an interval of 95%: F. Garwood, Biometrika 28, 1936. */
    private static final double[] AT_MOST = {3.689, 5.572, 7.225, 8.767, 10.242, 11.668, 13.059, 14.423, 15.763, 17.085
    };

    boolean none() {
        return value == 0;
    }

    /**
     * Returns the largest value of the metric if further outliers are like those that were seen; infinite if there are
     * enough for an interval.
     */
    double most() {
        int seen = (int) events;
        if (none()) {
            return 0;
        }
        return seen < AT_MOST.length ? value / seen * AT_MOST[seen] : Double.POSITIVE_INFINITY;
    }
}
