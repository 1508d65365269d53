package io.straggler.harness;

import io.straggler.model.Durations;
import io.straggler.model.Rates;
import io.straggler.model.RunListener.Phase;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;

/** One stretch of the schedule while it is paced, and the verdict on it afterwards. */
final class Measurement {
    /** A run may end this share of its length behind its schedule, or {@link #SLACK_NS}, and still count as having kept it. */
    private static final double SLACK = 0.02;

    private static final long SLACK_NS = 50_000_000;

    private final RunRecording recording;
    private final Pacer pacer;
    private final Extent extent;
    private final Phase phase;
    private final long strayBefore;
    private long originNs;

    Measurement(RunRecording recording, Pacer pacer, Extent extent, Phase phase, long strayBefore) {
        this.recording = recording;
        this.pacer = pacer;
        this.extent = extent;
        this.phase = phase;
        this.strayBefore = strayBefore;
    }

    void originNs(long ns) {
        originNs = ns;
    }

    RunRecording recording() {
        return recording;
    }

    Pacer pacer() {
        return pacer;
    }

    Phase phase() {
        return phase;
    }

    long strayBefore() {
        return strayBefore;
    }

    /** The verdict, when everything is over. */
    RunOutcome outcome(Schedule schedule, long thresholdNs, long stray, long uncompleted, Failures failures) {
        long expectedNs = extent.expectedNs(schedule);
        long elapsedNs = Math.max(1, recording.lastEndNs() - originNs);
        double achieved = recording.iterations() * 1e9 / (failures.any() ? elapsedNs : Math.max(elapsedNs, expectedNs));
        RunStatus status = RunStatus.OK;
        String reason = "";
        if (failures.any()) {
            status = RunStatus.FAILED;
            reason = failures.reason();
        } else if (elapsedNs - expectedNs > Math.max(SLACK * expectedNs, SLACK_NS)) {
            status = RunStatus.SATURATED;
            reason = "the schedule asked for " + Rates.format(schedule.perSecond()) + ", but only "
                    + Rates.format(achieved) + " were completed; the run ended "
                    + Durations.format(elapsedNs - expectedNs) + " behind it. Lower --rate.";
        } else if (recording.iterations() == 0) {
            status = RunStatus.FAILED;
            reason = "no iteration was due: the rate is too low for the duration";
        }
        return new RunOutcome(
                recording.runId(),
                originNs,
                recording.originEpochMs(),
                recording.endEpochMs(),
                schedule.perSecond(),
                achieved,
                recording.iterations(),
                recording.excluded(),
                recording.outliers(),
                thresholdNs,
                recording.worstNs(),
                stray,
                uncompleted,
                status,
                reason);
    }
}
