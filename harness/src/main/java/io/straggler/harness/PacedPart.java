package io.straggler.harness;

import io.straggler.harness.schedule.Ramp;
import io.straggler.harness.schedule.Schedule;
import io.straggler.model.Notice;
import io.straggler.model.Notice.Code;
import io.straggler.model.RunListener.Phase;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.text.Durations;
import io.straggler.model.text.Rates;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One part of the schedule while it is paced, and the verdict on it afterwards. */
final class PacedPart {
    private final RunRecorder recording;
    private final Pacer pacer;
    private final RunLength length;
    private final Phase phase;
    private final long strayBefore;
    private long originNs;

    PacedPart(RunRecorder recording, Pacer pacer, RunLength length, Phase phase, long strayBefore) {
        this.recording = recording;
        this.pacer = pacer;
        this.length = length;
        this.phase = phase;
        this.strayBefore = strayBefore;
    }

    void originNs(long ns) {
        originNs = ns;
    }

    RunRecorder recording() {
        return recording;
    }

    Pacer pacer() {
        return pacer;
    }

    Phase phase() {
        return phase;
    }

    /**
     * The verdict on this part, when it is over.
     *
     * @param thresholdNs of the warm-up
     * @param stray completions that named no open iteration, those before this run included
     */
    RunOutcome outcome(HarnessOptions options, long thresholdNs, long stray, Failures failures) {
        Schedule schedule = options.schedule();
        double achieved = recording.iterations() * 1e9 / lengthNs(schedule, failures);
        RunStatus status = RunStatus.OK;
        String reason = "";
        if (failures.any()) {
            status = RunStatus.FAILED;
            reason = failures.reason();
        } else if (options.watchdog() == Watchdog.ON && recording.saturated()) {
            status = RunStatus.SATURATED;
            boolean ramp = schedule instanceof Ramp;
            reason = "the schedule asked for " + rates(schedule.perSecond(), ramp ? " in the mean" : "", achieved)
                    + "; the run ended " + Durations.format(recording.behindNs())
                    + " behind it, and fell further behind. Lower the "
                    + (ramp ? "rates of the ramp (--arrivals)." : "rate (--rate).");
        } else if (recording.iterations() == 0) {
            status = RunStatus.FAILED;
            reason = recording.uncompleted() > 0
                    ? "none of the iterations was completed"
                    : "no iteration was due: the rate is too low for the duration";
        }
        return RunOutcome.of(recording.runId())
                .originNs(originNs)
                .startEpochMs(recording.epochMs(originNs))
                .endEpochMs(recording.endEpochMs())
                .targetPerSecond(schedule.perSecond())
                .achievedPerSecond(achieved)
                .iterations(recording.iterations())
                .corrected(recording.corrected())
                .outliers(recording.reportedFrom().outliers(thresholdNs))
                .thresholdNs(thresholdNs)
                .worstNs(recording.worstNs())
                .strayCompletions(stray - strayBefore)
                .uncompleted(recording.uncompleted())
                .status(status, reason)
                .build();
    }

    /** A long run that ends a little behind its schedule achieves a rate that reads the same. */
    private static String rates(double asked, String kind, double achieved) {
        String askedText = Rates.format(asked);
        String achievedText = Rates.format(achieved);
        return achievedText.equals(askedText)
                ? askedText + kind
                : askedText + kind + ", but only " + achievedText + " were completed";
    }

    /** Returns notices of what took part in the figures and is no property of the task. */
    List<Notice> notices(boolean async, long stray) {
        List<Notice> notices = new ArrayList<>();
        if (phase == Phase.MEASURED) {
            add(notices, stray - strayBefore, Code.STRAY_COMPLETIONS);
            add(notices, recording.uncompleted(), Code.UNCOMPLETED);
            add(notices, recording.stages().neverClosed(), Code.STAGES_NEVER_CLOSED);
            add(notices, recording.stages().leftOut(), Code.STAGES_LEFT_OUT);
        }
        add(notices, pacer.blockedNs(), async ? Code.ASYNC_WAITED_FOR_RECORDER : Code.WAITED_FOR_RECORDER);
        add(notices, pacer.overfullNs(), Code.WAITED_FOR_COMPLETIONS);
        return notices;
    }

    /** Notice of outliers that are only counted; empty if all were reported. */
    Optional<Notice> unreported(long thresholdNs) {
        ReportedFrom reported = recording.reportedFrom();
        return reported.unreported(thresholdNs) == 0
                ? Optional.empty()
                : Optional.of(
                        Notice.of(Code.NOT_REPORTED, reported.unreported(thresholdNs), reported.outliers(thresholdNs)));
    }

    private static void add(List<Notice> notices, long count, Code code) {
        if (count > 0) {
            notices.add(Notice.of(code, count));
        }
    }

    /** From the origin to the last end, but not less than the schedule took, nor, unless the run broke off, than was asked for. */
    private double lengthNs(Schedule schedule, Failures failures) {
        double elapsedNs = Math.max(1, recording.lastEndNs() - originNs);
        if (failures.any()) {
            return elapsedNs;
        }
        double scheduledNs = schedule.lengthNs(recording.lastIntendedNs() - originNs);
        double askedNs = length.count() == Long.MAX_VALUE ? length.durationNs() : 0;
        return Math.max(elapsedNs, Math.max(scheduledNs, askedNs));
    }
}
