package io.straggler.diagnosis.compare;

import java.util.Optional;

/**
 * What an interval rests on.
 *
 * @param units what was resampled
 * @param unitsA how many of them the first side has
 * @param unitsB how many the second; zero when there is one side only
 * @param block how time blocks were made; empty when whole forks were resampled
 * @param resamples how often
 * @param seed of the resampling
 * @param notCovered what the interval does not allow for, in a sentence; or empty
 */
public record Basis(
        Units units, int unitsA, int unitsB, Optional<Block> block, int resamples, long seed, String notCovered) {
    /** What is resampled as a whole. */
    public enum Units {
        FORKS,
        PAIRS_OF_FORKS,
        TIME_BLOCKS
    }

    /**
     * Time blocks.
     *
     * @param lengthNs of the longest
     * @param correlationNs for how long latencies depend on each other: the integrated autocorrelation time of how many of a stretch
     *     exceed a percentile, for the percentile at which it is longest
     */
    public record Block(long lengthNs, long correlationNs) {}

    /** All of it in one line, to be printed below a table. */
    public String sentence() {
        throw new UnsupportedOperationException();
    }
}
