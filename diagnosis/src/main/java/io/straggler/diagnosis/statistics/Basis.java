package io.straggler.diagnosis.statistics;

import io.straggler.model.text.Durations;
import java.util.Locale;
import java.util.Optional;

/**
 * Basis of an interval: the units that were resampled, and how often.
 *
 * @param units what was resampled
 * @param unitsA how many of them the first side has
 * @param unitsB how many the second; zero when there is one side only
 * @param block how time blocks were made; empty when whole forks were resampled
 * @param resamples how often; 0 if nothing was measurable
 * @param seed of the resampling
 * @param notCovered what the interval does not allow for, in a sentence; or empty
 */
public record Basis(
        Units units, int unitsA, int unitsB, Optional<Block> block, int resamples, long seed, String notCovered) {
    /** Unit that is resampled as a whole. */
    public enum Units {
        FORKS,
        PAIRS_OF_FORKS,
        TIME_BLOCKS
    }

    /**
     * Time blocks.
     *
     * @param lengthNs of the longest
     * @param correlationNs for how long latencies depend on each other: the integrated autocorrelation time of how many of a period
     *     exceed a percentile, for the percentile at which it is longest
     */
    public record Block(long lengthNs, long correlationNs) {}

    /** Whether pairs were resampled, so that what the machine did to both of a pair goes with them. */
    Pairing pairing() {
        return units == Units.PAIRS_OF_FORKS ? Pairing.PAIRED : Pairing.UNPAIRED;
    }

    /** Returns this basis for a comparison with too little for an interval of any metric. */
    Basis nothingMeasurable() {
        String sentence = "There is too little for any interval: measure longer, or with more forks.";
        return new Basis(units, unitsA, unitsB, Optional.empty(), 0, seed, sentence);
    }

    /** All of it in one line, to be printed below a table. */
    public String sentence() {
        if (resamples == 0) {
            return notCovered;
        }
        StringBuilder sentence = new StringBuilder("95% intervals, from ")
                .append(String.format(Locale.ROOT, "%,d", resamples))
                .append(" resamples of ")
                .append(unitsA)
                .append(unitsB == 0 || pairing() == Pairing.PAIRED ? "" : " and " + unitsB)
                .append(
                        switch (units) {
                            case FORKS -> " JVMs";
                            case PAIRS_OF_FORKS -> " pairs of JVMs";
                            case TIME_BLOCKS -> " blocks of time";
                        });
        block.ifPresent(made -> sentence.append(" of ")
                .append(Durations.format(made.lengthNs()))
                .append(", as latencies depend on each other for about ")
                .append(Durations.format(made.correlationNs())));
        sentence.append(" (seed ").append(seed).append(").");
        return notCovered.isEmpty() ? sentence.toString() : sentence + " " + notCovered;
    }
}
