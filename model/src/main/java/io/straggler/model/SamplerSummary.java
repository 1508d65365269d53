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
        long lateMaxNs) {}
