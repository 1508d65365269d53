package io.straggler.diagnosis.statistics;

import io.straggler.model.LatencyCounts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One side, cut into units that are resampled as a whole.
 *
 * <p>Counts are kept cumulated, bucket by bucket, so that a percentile of any weighting of the units is found by bisection: a comparison's
 * time goes with the units and the metrics, and hardly with the number of buckets.
 */
final class Sample {
    private final Buckets buckets;
    private final double[] seconds;
    private final int[] strata;

    /** Number of latencies below each bucket, by bucket and unit; the last row holds all. */
    private final double[][] cumulated;

    /** @param strata where the units of each stratum begin, and at the end where the last one ends */
    private Sample(Buckets buckets, double[][] counts, double[] seconds, int[] strata) {
        this.buckets = buckets;
        this.seconds = seconds;
        this.strata = strata;
        this.cumulated = new double[buckets.size() + 1][counts.length];
        for (int unit = 0; unit < counts.length; unit++) {
            double sum = 0;
            for (int bucket = 0; bucket < buckets.size(); bucket++) {
                sum += counts[unit][bucket];
                cumulated[bucket + 1][unit] = sum;
            }
        }
    }

    /** Each fork is a unit. */
    static Sample ofForks(Side side, Buckets buckets) {
        List<Integer> whole = side.forks().stream().map(fork -> 1).toList();
        return cut(side, whole, buckets, new int[] {0, side.forks().size()});
    }

    /** Each block of periods is a unit, and each fork a stratum. The blocks of a fork differ by one period at most. */
    static Sample ofBlocks(Side side, Buckets buckets, List<Integer> blocksByFork) {
        int[] strata = new int[blocksByFork.size() + 1];
        for (int i = 0; i < blocksByFork.size(); i++) {
            strata[i + 1] = strata[i] + blocksByFork.get(i);
        }
        return cut(side, blocksByFork, buckets, strata);
    }

    private static Sample cut(Side side, List<Integer> partsByFork, Buckets buckets, int[] strata) {
        List<double[]> counts = new ArrayList<>();
        double[] seconds = new double[strata[strata.length - 1]];
        for (int i = 0; i < partsByFork.size(); i++) {
            Fork fork = side.forks().get(i);
            int first = counts.size();
            for (int part = 0; part < partsByFork.get(i); part++) {
                counts.add(new double[buckets.size()]);
            }
            List<LatencyCounts> periods = fork.periods();
            for (int k = 0; k < periods.size(); k++) {
                int unit = first + (int) ((long) k * partsByFork.get(i) / periods.size());
                buckets.add(periods.get(k), counts.get(unit));
                seconds[unit] += fork.periodNs() / 1e9;
            }
        }
        return new Sample(buckets, counts.toArray(double[][]::new), seconds, strata);
    }

    int units() {
        return seconds.length;
    }

    /** Returns the degrees of freedom of the spread between units. */
    int degreesOfFreedom() {
        return units() - (strata.length - 1);
    }

    /**
     * Returns the degrees of freedom of the spread between units in a metric. A spread is known less well where a sum
     * consists of a few large amounts, by as much as the fourth moment says.
     */
    double degreesOfFreedom(Metric metric) {
        double variance = 2.0 / degreesOfFreedom() + Math.max(0, excessKurtosis(amounts(metric))) / units();
        return 2 / variance;
    }

    /** Returns the amounts that a rate adds up, by unit; nothing for a percentile. */
    private double[] amounts(Metric metric) {
        if (metric instanceof Metric.ExcessLatency excess) {
            return excessNs(excess);
        }
        return metric instanceof Metric.OutlierRate rate ? from(buckets.from(rate.thresholdNs())) : new double[units()];
    }

    /** How much larger the fourth moment around the means of strata is than that of a normal distribution, in squared variances. */
    private double excessKurtosis(double[] amounts) {
        double squares = 0;
        double fourths = 0;
        for (int s = 0; s + 1 < strata.length; s++) {
            double mean =
                    Arrays.stream(amounts, strata[s], strata[s + 1]).average().orElse(0);
            for (int unit = strata[s]; unit < strata[s + 1]; unit++) {
                double square = (amounts[unit] - mean) * (amounts[unit] - mean);
                squares += square;
                fourths += square * square;
            }
        }
        double n = units();
        if (squares == 0 || n < 4) {
            return 0;
        }
        double ofSample = n * fourths / (squares * squares) - 3;
        return (n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * ofSample + 6);
    }

    /**
     * Returns the factor by which the variance between resamples has to be multiplied, because units vary around their
     * common mean.
     */
    double widening() {
        return (double) units() / degreesOfFreedom();
    }

    /** Where the units of each stratum begin, and at the end where the last one ends: units are drawn within their stratum. */
    int[] strata() {
        return strata;
    }

    /** Every unit once. */
    int[] once() {
        int[] times = new int[units()];
        Arrays.fill(times, 1);
        return times;
    }

    /** How many latencies there are. */
    double total() {
        return weighted(totals(), once());
    }

    /** How many latencies there are at or above one. */
    double from(long latencyNs) {
        return weighted(from(buckets.from(latencyNs)), once());
    }

    /** Returns a function from how often each unit is taken to the metric; zero for a percentile of nothing. */
    ToDoubleFunction<int[]> reading(Metric metric) {
        if (metric instanceof Metric.Percentile percentile) {
            return times -> percentileNs(percentile.percentile(), times);
        }
        if (metric instanceof Metric.ExcessLatency excess) {
            return ratio(excessNs(excess), seconds);
        }
        return ratio(from(buckets.from(metric.levelNs(0))), totals());
    }

    private static ToDoubleFunction<int[]> ratio(double[] above, double[] below) {
        return times -> {
            double divisor = weighted(below, times);
            return divisor == 0 ? 0 : weighted(above, times) / divisor;
        };
    }

    private double[] totals() {
        return from(0);
    }

    /** Returns the number of latencies in a bucket or above it, by unit. */
    private double[] from(int bucket) {
        double[] from = new double[units()];
        for (int unit = 0; unit < from.length; unit++) {
            from[unit] = cumulated[buckets.size()][unit] - cumulated[bucket][unit];
        }
        return from;
    }

    private double[] excessNs(Metric.ExcessLatency excess) {
        double[] excessNs = new double[units()];
        for (int bucket = buckets.from(excess.thresholdNs()); bucket < buckets.size(); bucket++) {
            double eachNs = Math.max(0, buckets.valueNs(bucket) - excess.normalNs());
            for (int unit = 0; unit < excessNs.length; unit++) {
                excessNs[unit] += eachNs * (cumulated[bucket + 1][unit] - cumulated[bucket][unit]);
            }
        }
        return excessNs;
    }

    private double percentileNs(double percentile, int[] times) {
        double total = weighted(cumulated[buckets.size()], times);
        if (total == 0) {
            return 0;
        }
        // A hair of slack, because 99.9 / 100 is not exactly 0.999.
        double wanted = Math.ceil(total * percentile / 100 - 1e-6);
        int low = 0;
        int high = buckets.size() - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (weighted(cumulated[middle + 1], times) < wanted) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return buckets.valueNs(low);
    }

    private static double weighted(double[] byUnit, int[] times) {
        double sum = 0;
        for (int unit = 0; unit < byUnit.length; unit++) {
            sum += times[unit] * byUnit[unit];
        }
        return sum;
    }
}
