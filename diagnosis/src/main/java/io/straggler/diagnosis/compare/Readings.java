package io.straggler.diagnosis.compare;

import java.util.List;

/** Reads figures off counts: the same way off what was measured and off every resample of it. Not thread-safe. */
final class Readings {
    private final Buckets buckets;
    private final List<Figure> figures;
    private final double[] cumulative;

    Readings(Buckets buckets, List<Figure> figures) {
        this.buckets = buckets;
        this.figures = figures;
        this.cumulative = new double[buckets.size()];
    }

    List<Figure> figures() {
        return figures;
    }

    Buckets buckets() {
        return buckets;
    }

    /** What each figure is; zero for percentiles of nothing. */
    double[] values(double[] counts, double seconds) {
        double total = accumulate(counts);
        double[] values = new double[figures.size()];
        for (int k = 0; k < values.length; k++) {
            Figure figure = figures.get(k);
            if (figure instanceof Figure.Percentile percentile) {
                values[k] = total == 0 ? 0 : valueNs(percentile.percentile(), total);
            } else if (figure instanceof Figure.OutlierRate rate) {
                values[k] = total == 0 ? 0 : from(rate.thresholdNs(), total) / total;
            } else if (figure instanceof Figure.InflictedLatency inflicted) {
                values[k] = excessNs(inflicted, counts) / seconds;
            }
        }
        return values;
    }

    /** How many latencies each figure rests on: outliers; for a percentile those at and above it. */
    double[] events(double[] counts, double[] values) {
        double total = accumulate(counts);
        double[] events = new double[figures.size()];
        for (int k = 0; k < events.length; k++) {
            events[k] = from(levelNs(figures.get(k), values[k]), total);
        }
        return events;
    }

    /** The latency from which on iterations count for a figure. */
    static long levelNs(Figure figure, double value) {
        if (figure instanceof Figure.OutlierRate rate) {
            return rate.thresholdNs();
        }
        return figure instanceof Figure.InflictedLatency inflicted ? inflicted.thresholdNs() : (long) value;
    }

    private double accumulate(double[] counts) {
        double sum = 0;
        for (int i = 0; i < counts.length; i++) {
            sum += counts[i];
            cumulative[i] = sum;
        }
        return sum;
    }

    private double valueNs(double percentile, double total) {
        // A hair of slack, because 99.9 / 100 is not exactly 0.999.
        double wanted = Math.ceil(total * percentile / 100 - 1e-6);
        int low = 0;
        int high = cumulative.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (cumulative[middle] < wanted) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return buckets.valueNs(low);
    }

    private double from(long latencyNs, double total) {
        int bucket = buckets.from(latencyNs);
        return bucket == 0 ? total : total - cumulative[bucket - 1];
    }

    private double excessNs(Figure.InflictedLatency inflicted, double[] counts) {
        double sumNs = 0;
        for (int i = buckets.from(inflicted.thresholdNs()); i < counts.length; i++) {
            sumNs += counts[i] * Math.max(0, buckets.valueNs(i) - inflicted.normalNs());
        }
        return sumNs;
    }
}
