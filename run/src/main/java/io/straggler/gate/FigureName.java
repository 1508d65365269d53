package io.straggler.gate;

import io.straggler.diagnosis.statistics.Figure;

/** A figure as a gate names it, before it is known from which latency on an iteration is an outlier. */
public sealed interface FigureName {
    /** As in tables. */
    String label();

    Figure.Unit unit();

    /** The figure, once that is known. */
    Figure figure(long thresholdNs, long normalNs);

    /** Whether this is the name of a figure. */
    default boolean names(Figure other) {
        return other.label().equals(label());
    }

    /** @param percentile above 0 and below 100 */
    record OfPercentile(double percentile) implements FigureName {
        @Override
        public String label() {
            return new Figure.Percentile(percentile).label();
        }

        @Override
        public Figure.Unit unit() {
            return Figure.Unit.NS;
        }

        @Override
        public Figure figure(long thresholdNs, long normalNs) {
            return new Figure.Percentile(percentile);
        }
    }

    /** How many iterations are outliers. */
    record OfOutliers() implements FigureName {
        @Override
        public String label() {
            return figure(0, 0).label();
        }

        @Override
        public Figure.Unit unit() {
            return Figure.Unit.PER_ITERATION;
        }

        @Override
        public Figure figure(long thresholdNs, long normalNs) {
            return new Figure.OutlierRate(thresholdNs);
        }
    }

    /** What outliers add to the latencies. */
    record OfExcess() implements FigureName {
        @Override
        public String label() {
            return figure(0, 0).label();
        }

        @Override
        public Figure.Unit unit() {
            return Figure.Unit.NS_PER_SECOND;
        }

        @Override
        public Figure figure(long thresholdNs, long normalNs) {
            return new Figure.ExcessLatency(thresholdNs, normalNs);
        }
    }
}
