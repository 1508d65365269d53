package io.straggler.selftest;

import io.straggler.accuracy.Accuracy;
import io.straggler.selftest.fault.Regime;
import java.util.List;

/**
 * The outcome of a self test: where, when, of what, and how good.
 *
 * @param startEpochMs when it began
 * @param jvm name and version of the virtual machine
 * @param feature its feature release, such as 17
 * @param machine processor, cores and system: figures of another machine say little
 * @param regime surroundings of the faults
 * @param seeds seeds of the plans; one run each
 * @param thresholdNs outlier threshold of the runs
 * @param ordinary iterations without a label
 * @param score medians over the seeds
 * @param bySeed one score for each seed, in their order
 */
public record Selftest(
        long startEpochMs,
        String jvm,
        int feature,
        String machine,
        Regime regime,
        List<Long> seeds,
        long thresholdNs,
        Ordinary ordinary,
        Score score,
        List<Score> bySeed) {
    /** Raised when a field changes its meaning or goes away. */
    public static final int SCHEMA_VERSION = Accuracy.SCHEMA_VERSION;

    /**
     * Iterations to which nothing was done. Their outliers are the machine's: with many of them it was not quiet enough.
     *
     * @param outliers those that were slow themselves, not queued behind another
     */
    public record Ordinary(long iterations, long outliers) {
        public Ordinary plus(Ordinary other) {
            return new Ordinary(iterations + other.iterations, outliers + other.outliers);
        }

        /** Whether the machine disturbed too many for the figures to speak of the diagnosis. */
        public boolean busy() {
            return outliers * 50 > iterations;
        }
    }

    public Selftest {
        seeds = List.copyOf(seeds);
        bySeed = List.copyOf(bySeed);
    }
}
