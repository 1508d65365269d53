package io.straggler.diagnosis.compare;

import java.util.List;
import java.util.SplittableRandom;

/** Figures of samples that were drawn from the samples, with replacement, a unit at a time. */
final class Resampling {
    /** The standard error of a standard error is then 1.6% of it. */
    static final int RESAMPLES = 2_000;

    private Resampling() {}

    /**
     * Draws {@value #RESAMPLES} times.
     *
     * @param samples one of each side
     * @param pairing when paired, the sides draw the same units
     * @return by side, figure and resample
     */
    static double[][][] of(List<Sample> samples, Readings readings, Pairing pairing, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][][] values = new double[samples.size()][readings.figures().size()][RESAMPLES];
        for (int r = 0; r < RESAMPLES; r++) {
            int[] times = null;
            for (int s = 0; s < samples.size(); s++) {
                if (times == null || pairing == Pairing.UNPAIRED) {
                    times = drawn(samples.get(s), random);
                }
                double[] figures = figures(samples.get(s), times, readings);
                for (int k = 0; k < figures.length; k++) {
                    values[s][k][r] = figures[k];
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

    private static double[] figures(Sample sample, int[] times, Readings readings) {
        double[] counts = new double[readings.buckets().size()];
        double seconds = 0;
        for (int i = 0; i < times.length; i++) {
            if (times[i] > 0) {
                add(sample.counts()[i], times[i], counts);
                seconds += times[i] * sample.seconds()[i];
            }
        }
        return readings.values(counts, seconds);
    }

    /** Simple enough for the compiler to make vector instructions of it: nearly all the time of a comparison is spent here. */
    private static void add(double[] row, double times, double[] sum) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] += times * row[i];
        }
    }
}
