package io.straggler.model;

/**
 * How the sampler did: which one ran, why, and what it says of itself.
 *
 * @param mode the one that ran
 * @param why how it came to be this one, in a sentence; the reason of a fallback names what failed
 * @param armDelayNs how long an iteration had to be late before the sampler looked
 * @param marginNs how much later than that the first capture may have been due, because the trigger was not moved for every iteration
 * @param captureNs what one capture takes from its thread, measured at the start; 0 if that is not known
 * @param signalsSent captures that were due, for outliers and normal iterations together
 * @param capturesTaken stacks that async-profiler or the JVM delivered for them
 * @param normalSamples how many of them were of normal iterations
 * @param innocentCaptures iterations that were captured as late and ended below the threshold
 * @param cappedIterations outliers without a stack because the JVM, which was asked for it, had no time to answer: too many others were late
 * @param lateTotalNs how late the sampler was in sum, against the instants at which it meant to look; a timer is never late
 * @param lateMaxNs the worst of that
 */
public record SamplerSummary(
        SamplerMode mode,
        String why,
        long armDelayNs,
        long marginNs,
        long captureNs,
        long signalsSent,
        long capturesTaken,
        long normalSamples,
        long innocentCaptures,
        long cappedIterations,
        long lateTotalNs,
        long lateMaxNs) {
    /** Two samplers' summaries as one: counts added up, and of what differs the worse: the lower mode with its reason. */
    public SamplerSummary plus(SamplerSummary other) {
        SamplerSummary worse = other.mode.compareTo(mode) > 0 ? other : this;
        return new SamplerSummary(
                worse.mode,
                worse.why,
                Math.max(armDelayNs, other.armDelayNs),
                Math.max(marginNs, other.marginNs),
                Math.max(captureNs, other.captureNs),
                signalsSent + other.signalsSent,
                capturesTaken + other.capturesTaken,
                normalSamples + other.normalSamples,
                innocentCaptures + other.innocentCaptures,
                cappedIterations + other.cappedIterations,
                lateTotalNs + other.lateTotalNs,
                Math.max(lateMaxNs, other.lateMaxNs));
    }

    /** Nothing was sampled, for this reason. */
    public static SamplerSummary off(String why) {
        return new SamplerSummary(SamplerMode.OFF, why, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }
}
