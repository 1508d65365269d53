package io.straggler.diagnosis.blame;

import io.straggler.model.Iteration;
import java.util.Comparator;
import java.util.List;

/**
 * An iteration whose own excess caused delay: its own, or that of the ones queued behind it.
 *
 * @param iteration the culprit
 * @param excessNs its occupancy above what is normal
 * @param ownNs the part of the excess that made itself late; zero when it stayed below the threshold
 * @param othersNs what it added to the waiting of all outliers behind it
 * @param delayed how many outliers waited because of it
 * @param victims those that it delayed most, the most delayed first; at most {@value #MAX_VICTIMS} of {@code delayed}
 */
public record Culprit(
        Iteration iteration, long excessNs, long ownNs, long othersNs, long delayed, List<Victim> victims) {
    /** One stall can delay tens of thousands; that many names help nobody. */
    public static final int MAX_VICTIMS = 100;

    /** Order of culprits by all delay that they caused, the most first. */
    public static final Comparator<Culprit> MOST_DELAY_FIRST = Comparator.comparingLong(Culprit::delayCausedNs)
            .reversed()
            .thenComparing(culprit -> culprit.iteration().intendedNs());

    public Culprit {
        victims = List.copyOf(victims);
    }

    /** All lateness that it caused, its own included. */
    public long delayCausedNs() {
        return ownNs + othersNs;
    }

    /**
     * One outlier that waited, and what this culprit added to its waiting.
     *
     * @param intendedNs its tag
     */
    public record Victim(long intendedNs, long delayNs) {}
}
