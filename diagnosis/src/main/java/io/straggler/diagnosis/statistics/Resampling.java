package io.straggler.diagnosis.statistics;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/** Metrics of samples that were drawn from the samples, with replacement, a unit at a time. */
final class Resampling {
    /** The standard error of a standard error is then 1.1% of it. */
    static final int RESAMPLES = 4_000;

    private Resampling() {}

    /**
     * Draws {@value #RESAMPLES} times.
     *
     * @param samples one of each side
     * @param pairing when paired, the sides draw the same units
     * @return by side, metric and resample
     */
    static double[][][] of(List<Sample> samples, List<Metric> metrics, Pairing pairing, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<List<ToDoubleFunction<int[]>>> readings = samples.stream()
                .map(sample -> metrics.stream().map(sample::reading).toList())
                .toList();
        double[][][] values = new double[samples.size()][metrics.size()][RESAMPLES];
        for (int r = 0; r < RESAMPLES; r++) {
            int[] times = null;
            for (int s = 0; s < samples.size(); s++) {
                if (times == null || pairing == Pairing.UNPAIRED) {
                    times = drawn(samples.get(s), random);
                }
                for (int k = 0; k < metrics.size(); k++) {
                    values[s][k][r] = readings.get(s).get(k).applyAsDouble(times);
                }
            }
        }
        return values;
    }

    /** How often each unit was drawn. */
    private static int[] drawn(Sample sample, SplittableRandom random) {
        int[] times = new int[sample.units()];
        for (int s = 0; s + 1 < sample.strata().length; s++) {
            int from = sample.strata()[s];
            int to = sample.strata()[s + 1];
            for (int i = from; i < to; i++) {
                times[random.nextInt(from, to)]++;
            }
        }
        return times;
    }
}
