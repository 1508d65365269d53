package io.straggler.harness;

import io.straggler.harness.schedule.Ramp;
import io.straggler.harness.schedule.Schedule;
import io.straggler.model.RunListener.Phase;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.text.Durations;
import io.straggler.model.text.OnlyCounted;
import io.straggler.model.text.Rates;
import java.util.ArrayList;
import java.util.List;

/** One part of the schedule while it is paced, and the verdict on it afterwards. */
final class Measurement {
    private final RunRecording recording;
    private final Pacer pacer;
    private final RunLength length;
    private final Phase phase;
    private final long strayBefore;
    private long originNs;

    Measurement(RunRecording recording, Pacer pacer, RunLength length, Phase phase, long strayBefore) {
        this.recording = recording;
        this.pacer = pacer;
        this.length = length;
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

    /**
     * The verdict, when everything is over.
     *
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
                .outliers(recording.outliers())
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

    /** What took part in the figures and is no property of the task. */
    List<String> warnings(boolean async, long stray) {
        List<String> warnings = new ArrayList<>();
        if (phase == Phase.MEASURED && stray > strayBefore) {
            long count = stray - strayBefore;
            warnings.add(count + (count == 1 ? " completion" : " completions")
                    + " named a tag that was unknown or already complete: call "
                    + "Harness.complete once per iteration, with the tag that run received.");
        }
        if (phase == Phase.MEASURED && recording.uncompleted() > 0) {
            warnings.add(
                    recording.uncompleted() + (recording.uncompleted() == 1 ? " iteration was" : " iterations were")
                            + " never complete: broken off, given up by the task, or under way when the run ended. The percentiles"
                            + " have them with the time until then; their latency was at least that.");
        }
        if (phase == Phase.MEASURED && recording.unreported() > 0) {
            warnings.add(OnlyCounted.tooMany(recording.unreported(), recording.outliers()));
        }
        String late = async ? "starts are late by that." : "inherited delays include that.";
        addWait(warnings, pacer.blockedNs(), "for the recorder thread, which did not get a core in time: " + late);
        addWait(
                warnings,
                pacer.overfullNs(),
                "until iterations were complete: too many were in flight to start another.");
        return warnings;
    }

    private static void addWait(List<String> warnings, long ns, String why) {
        if (ns > 0) {
            warnings.add("The pacing thread waited " + Durations.format(ns) + " " + why);
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
