package io.straggler.model;

/**
 * How one measured run ended.
 *
 * @param runId which one
 * @param originNs the instant, on the measured process's {@link NanoClock}, at which its schedule began
 * @param startEpochMs wall clock at the same instant
 * @param endEpochMs wall clock when the last iteration had ended
 * @param targetPerSecond iterations per second that the schedule asked for; not a number where there was no schedule
 * @param achievedPerSecond iterations per second that were completed
 * @param iterations completed iterations
 * @param corrected iterations that are in the series with less latency than they had: what a normal sample took was taken off
 * @param outliers iterations at or above the threshold
 * @param thresholdNs the threshold
 * @param worstNs the highest latency of a completed iteration
 * @param strayCompletions completions of a tag that was unknown or already complete; async tasks only
 * @param uncompleted iterations that were started but not complete when the run was over, those that the task gave up included
 * @param status whether the figures mean what they seem to
 * @param reason why the status is not {@code OK}; empty when it is
 */
public record RunOutcome(
        RunId runId,
        long originNs,
        long startEpochMs,
        long endEpochMs,
        double targetPerSecond,
        double achievedPerSecond,
        long iterations,
        long corrected,
        long outliers,
        long thresholdNs,
        long worstNs,
        long strayCompletions,
        long uncompleted,
        RunStatus status,
        String reason) {
    /** Whether a schedule said when iterations were meant to start. Without one, latency is service time. */
    public boolean scheduled() {
        return targetPerSecond > 0;
    }
}
