package io.straggler.model;

/**
 * How the sampler did: which one ran, why, and what it says of itself.
 *
 * @param mode the one that ran
 * @param why how it came to be this one, in a sentence; the reason of a fallback names what failed
 * @param armDelayNs how long an iteration had to run before the sampler looked
 * @param signalsSent requests sent, for outliers and baseline together
 * @param capturesTaken stacks that async-profiler or the JVM delivered for them
 * @param baselineCaptures how many of them were of normal iterations
 * @param cappedIterations iterations that reached the cap of captures before they ended
 * @param lateTotalNs how late the sampler was in sum, against the instants at which it meant to look
 * @param lateMaxNs the worst of that
 */
public record SamplerSummary(
        SamplerMode mode,
        String why,
        long armDelayNs,
        long signalsSent,
        long capturesTaken,
        long baselineCaptures,
        long cappedIterations,
        long lateTotalNs,
        long lateMaxNs) {
    /** Two samplers' accounts as one: counts added up, and of what differs the worse: the lower mode with its reason. */
    public SamplerSummary plus(SamplerSummary other) {
        SamplerSummary worse = other.mode.compareTo(mode) > 0 ? other : this;
        return new SamplerSummary(
                worse.mode,
                worse.why,
                Math.max(armDelayNs, other.armDelayNs),
                signalsSent + other.signalsSent,
                capturesTaken + other.capturesTaken,
                baselineCaptures + other.baselineCaptures,
                cappedIterations + other.cappedIterations,
                lateTotalNs + other.lateTotalNs,
                Math.max(lateMaxNs, other.lateMaxNs));
    }
}
