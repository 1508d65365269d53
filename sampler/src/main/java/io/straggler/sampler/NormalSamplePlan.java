package io.straggler.sampler;

import io.straggler.model.hook.NormalSamples;
import java.util.SplittableRandom;

/**
 * Chooses normal iterations to take a stack of: first the iteration, then a moment in it. So a long iteration is no more likely to be
 * chosen than a short one.
 *
 * <p>Nobody knows beforehand how long an iteration will take. So the moment is drawn as if it took as long as the one before it. For use by
 * the pacing thread only.
 */
final class NormalSamplePlan {
    static final long NONE = Long.MIN_VALUE;

    /** Smallest number of iterations for each normal sample. */
    private static final int ITERATIONS_EACH = 1_000;

    /** A shorter iteration would be over before a stack could be taken. */
    private static final long SHORTEST_NS = 1_000;

    private final NormalSamples captures;
    private final double meanNs;
    private final SplittableRandom random;
    private long dueNs;
    private long gaps;
    private long gapsDue;
    private long plannedTagNs = NONE;
    private long lastTagNs = NONE;

    NormalSamplePlan(NormalSamples captures, double perSecond, long seed) {
        this.captures = captures;
        this.meanNs = perSecond == 0 ? Double.POSITIVE_INFINITY : 1e9 / perSecond;
        this.random = new SplittableRandom(seed);
    }

    /** When to take a stack of the next iteration, or {@link #NONE}. Called in every gap. */
    long next(long lastIntendedNs, long nowNs, long nextIntendedNs) {
        boolean again = lastIntendedNs == lastTagNs;
        lastTagNs = lastIntendedNs;
        // After a sleep in the same gap nobody knows any more how long the iteration before it took.
        if (again || ++gaps < gapsDue || nowNs - dueNs < 0 || meanNs == Double.POSITIVE_INFINITY) {
            return NONE;
        }
        boolean first = dueNs == 0;
        dueNs = nowNs + (long) (-Math.log1p(-random.nextDouble()) * meanNs);
        gapsDue = gaps + ITERATIONS_EACH;
        long lastTookNs = nowNs - lastIntendedNs;
        if (first || lastTookNs < SHORTEST_NS) {
            return NONE;
        }
        long atNs =
                nextIntendedNs + (long) (random.nextDouble() * Math.min(lastTookNs, nextIntendedNs - lastIntendedNs));
        plannedTagNs = nextIntendedNs;
        captures.plan(nextIntendedNs, atNs);
        return atNs;
    }

    boolean isOf(long tagNs) {
        return tagNs == plannedTagNs;
    }
}
