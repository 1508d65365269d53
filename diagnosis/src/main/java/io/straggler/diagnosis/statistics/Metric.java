package io.straggler.diagnosis.statistics;

import java.util.Locale;

/** Number that a sample of latencies has, and that is compared or estimated. */
public sealed interface Metric {
    /** Returns the name in tables and options: {@code p99.9}, {@code outlier rate}, {@code excess latency}. */
    String label();

    /** Returns the unit of the values. */
    Unit unit();

    /**
     * The latency from which on iterations count for it.
     *
     * @param value what it is
     */
    default long levelNs(double value) {
        if (this instanceof OutlierRate rate) {
            return rate.thresholdNs();
        }
        return this instanceof ExcessLatency excess ? excess.thresholdNs() : (long) value;
    }

    /** Units of metrics. */
    enum Unit {
        /** Nanoseconds of latency. */
        NS,
        /** Outliers per iteration, 0 to 1. */
        PER_ITERATION,
        /** Nanoseconds of latency above the normal one, per second of run. */
        NS_PER_SECOND
    }

    /**
     * Latency that a percentage of the iterations does not exceed, in the merged histograms of all forks.
     *
     * @param percentile above 0 and below 100
     */
    record Percentile(double percentile) implements Metric {
        public Percentile {
            if (!(percentile > 0 && percentile < 100)) {
                throw new IllegalArgumentException(
                        "percentile must be above 0 and below 100: percentile=" + percentile);
            }
        }

        @Override
        public String label() {
            return percentile == Math.rint(percentile)
                    ? String.format(Locale.ROOT, "p%.0f", percentile)
                    : "p" + percentile;
        }

        @Override
        public Unit unit() {
            return Unit.NS;
        }
    }

    /**
     * Outliers per iteration.
     *
     * @param thresholdNs latency at and above which an iteration is an outlier, as finely as the histogram's buckets are
     */
    record OutlierRate(long thresholdNs) implements Metric {
        @Override
        public String label() {
            return "outlier rate";
        }

        @Override
        public Unit unit() {
            return Unit.PER_ITERATION;
        }
    }

    /**
     * Excess of outliers: the sum over outliers of latency above the normal one, per second of run.
     *
     * @param thresholdNs latency at and above which an iteration is an outlier
     * @param normalNs latency that would have been normal
     */
    record ExcessLatency(long thresholdNs, long normalNs) implements Metric {
        @Override
        public String label() {
            return "excess latency";
        }

        @Override
        public Unit unit() {
            return Unit.NS_PER_SECOND;
        }
    }
}
