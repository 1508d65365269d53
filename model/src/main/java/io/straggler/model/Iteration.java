package io.straggler.model;

/**
 * One run of the task. All times are on the {@link NanoClock} of the process that ran it.
 *
 * @param runId which run it belongs to
 * @param intendedNs when the schedule said it should start; the iteration's tag, never re-based
 * @param startNs when it really started
 * @param endNs when it really ended
 * @param inheritedNs {@code max(0, previous end − intended)}: the queue in front of it
 * @param dispatchNs {@code start − max(intended, previous end)}: nothing was queued, yet it started late
 */
public record Iteration(RunId runId, long intendedNs, long startNs, long endNs, long inheritedNs, long dispatchNs) {

    /** Response time: what percentiles and thresholds speak of. Equals inherited + dispatch + service. */
    public long latencyNs() {
        return endNs - intendedNs;
    }

    public long serviceNs() {
        return endNs - startNs;
    }
}
