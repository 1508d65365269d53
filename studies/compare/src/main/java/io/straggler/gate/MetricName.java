package io.straggler.gate;

import io.straggler.diagnosis.statistics.Metric;

/** A metric as a gate names it, before it is known from which latency on an iteration is an outlier. */
public sealed interface MetricName {
    /** As in tables. */
    String label();

    Metric.Unit unit();

    /** The metric, once that is known. */
    Metric metric(long thresholdNs, long normalNs);

    /** Whether this is the name of a metric. */
    default boolean names(Metric other) {
        return other.label().equals(label());
    }

    /** @param percentile above 0 and below 100 */
    record OfPercentile(double percentile) implements MetricName {
        @Override
        public String label() {
            return new Metric.Percentile(percentile).label();
        }

        @Override
        public Metric.Unit unit() {
            return Metric.Unit.NS;
        }

        @Override
        public Metric metric(long thresholdNs, long normalNs) {
            return new Metric.Percentile(percentile);
        }
    }

    /** How many iterations are outliers. */
    record OfOutliers() implements MetricName {
        @Override
        public String label() {
            return metric(0, 0).label();
        }

        @Override
        public Metric.Unit unit() {
            return Metric.Unit.PER_ITERATION;
        }

        @Override
        public Metric metric(long thresholdNs, long normalNs) {
            return new Metric.OutlierRate(thresholdNs);
        }
    }

    /** Excess latency of outliers. */
    record OfExcess() implements MetricName {
        @Override
        public String label() {
            return metric(0, 0).label();
        }

        @Override
        public Metric.Unit unit() {
            return Metric.Unit.NS_PER_SECOND;
        }

        @Override
        public Metric metric(long thresholdNs, long normalNs) {
            return new Metric.ExcessLatency(thresholdNs, normalNs);
        }
    }
}
