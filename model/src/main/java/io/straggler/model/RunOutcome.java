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

    /** Starts from a run that was {@code OK}, without a schedule and without iterations. */
    public static Builder of(RunId runId) {
        return new Builder(runId);
    }

    /** Starts from this one. */
    public Builder toBuilder() {
        Builder builder = new Builder(runId);
        builder.originNs = originNs;
        builder.startEpochMs = startEpochMs;
        builder.endEpochMs = endEpochMs;
        builder.targetPerSecond = targetPerSecond;
        builder.achievedPerSecond = achievedPerSecond;
        builder.iterations = iterations;
        builder.corrected = corrected;
        builder.outliers = outliers;
        builder.thresholdNs = thresholdNs;
        builder.worstNs = worstNs;
        builder.strayCompletions = strayCompletions;
        builder.uncompleted = uncompleted;
        builder.status = status;
        builder.reason = reason;
        return builder;
    }

    /** Names what would be fifteen arguments. What is not set is zero, or as {@link RunOutcome#of} says. For one thread. */
    public static final class Builder {
        private RunId runId;
        private long originNs;
        private long startEpochMs;
        private long endEpochMs;
        private double targetPerSecond = Double.NaN;
        private double achievedPerSecond;
        private long iterations;
        private long corrected;
        private long outliers;
        private long thresholdNs;
        private long worstNs;
        private long strayCompletions;
        private long uncompleted;
        private RunStatus status = RunStatus.OK;
        private String reason = "";

        private Builder(RunId runId) {
            this.runId = runId;
        }

        public Builder runId(RunId value) {
            runId = value;
            return this;
        }

        public Builder originNs(long value) {
            originNs = value;
            return this;
        }

        public Builder startEpochMs(long value) {
            startEpochMs = value;
            return this;
        }

        public Builder endEpochMs(long value) {
            endEpochMs = value;
            return this;
        }

        public Builder targetPerSecond(double value) {
            targetPerSecond = value;
            return this;
        }

        public Builder achievedPerSecond(double value) {
            achievedPerSecond = value;
            return this;
        }

        public Builder iterations(long value) {
            iterations = value;
            return this;
        }

        public Builder corrected(long value) {
            corrected = value;
            return this;
        }

        public Builder outliers(long value) {
            outliers = value;
            return this;
        }

        public Builder thresholdNs(long value) {
            thresholdNs = value;
            return this;
        }

        public Builder worstNs(long value) {
            worstNs = value;
            return this;
        }

        public Builder strayCompletions(long value) {
            strayCompletions = value;
            return this;
        }

        public Builder uncompleted(long value) {
            uncompleted = value;
            return this;
        }

        /** @param why empty if {@code OK} */
        public Builder status(RunStatus value, String why) {
            status = value;
            reason = why;
            return this;
        }

        public RunOutcome build() {
            return new RunOutcome(
                    runId,
                    originNs,
                    startEpochMs,
                    endEpochMs,
                    targetPerSecond,
                    achievedPerSecond,
                    iterations,
                    corrected,
                    outliers,
                    thresholdNs,
                    worstNs,
                    strayCompletions,
                    uncompleted,
                    status,
                    reason);
        }
    }
}
