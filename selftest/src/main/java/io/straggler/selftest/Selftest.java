package io.straggler.selftest;

import java.util.List;

/**
 * The outcome of a self test: where, when, of what, and how good.
 *
 * @param startEpochMs when it began
 * @param jvm name and version of the virtual machine
 * @param feature its feature release, such as 17
 * @param machine processor, cores and system: figures of another machine say little
 * @param seeds what the plans were drawn from; one run each
 * @param thresholdNs outlier threshold of the runs
 * @param score medians over the seeds
 * @param bySeed one score for each seed, in their order
 */
public record Selftest(
        long startEpochMs,
        String jvm,
        int feature,
        String machine,
        List<Long> seeds,
        long thresholdNs,
        Score score,
        List<Score> bySeed) {
    /** Raised when a field changes its meaning or goes away. */
    public static final int SCHEMA_VERSION = 1;

    public Selftest {
        seeds = List.copyOf(seeds);
        bySeed = List.copyOf(bySeed);
    }
}
