package io.straggler.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.straggler.harness.schedule.Schedule;
import io.straggler.model.Notice;
import io.straggler.model.OverheadCheck;
import io.straggler.model.RunId;
import io.straggler.model.RunListener;
import io.straggler.model.RunListener.Phase;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.hook.NormalSamples;
import io.straggler.model.hook.PacingHook;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PacedPartTest {
    private static final long SECOND_NS = 1_000_000_000;
    private static final Schedule SCHEDULE = Schedule.uniform(100);

    private final FakeClock clock = new FakeClock(1_000, 0);
    private final IterationLog log = new IterationLog(4096, 0, true);
    private final Failures failures = new Failures();
    private Watchdog watchdog = Watchdog.ON;

    private RunRecorder recording(Phase phase, long thresholdNs) {
        return new RunRecorder(
                new RunRecorder.Part(new RunId(0, 1), phase, thresholdNs, thresholdNs, SCHEDULE.perSecond(), SECOND_NS),
                new RunRecorder.Wiring(
                        true,
                        new Stages(clock, thread -> {}, open -> {}),
                        new RunListener() {},
                        new NormalSamples(),
                        OverheadCheck.NONE,
                        clock),
                List.of(),
                JitterWatch.NONE);
    }

    private PacedPart measurement(RunRecorder recording, RunLength length, Phase phase) {
        return new PacedPart(recording, new Pacer(clock, log, PacingHook.NONE, 0), length, phase, 2);
    }

    /** The verdict on iterations of the schedule that start and end at a fixed distance, the first ending one distance in. */
    private RunOutcome outcome(RunLength length, int iterations, long distanceNs) {
        RunRecorder recording = recording(Phase.MEASURED, SECOND_NS);
        PacedPart measurement = measurement(recording, length, Phase.MEASURED);
        measurement.originNs(1_000);
        for (int k = 1; k <= iterations; k++) {
            long intendedNs = 1_000 + (k - 1) * (SECOND_NS / 100);
            long startNs = Math.max(intendedNs, 1_000 + (k - 1) * distanceNs);
            log.add(intendedNs, startNs, 1_000 + (k - 1) * distanceNs, 1_000 + k * distanceNs);
        }
        recording.finish(log);
        return measurement.outcome(
                new TestOptions().schedule(SCHEDULE).watchdog(watchdog).build(), 77, 5, failures);
    }

    @Test
    void shouldWarnOfOutliersThatWereOnlyCounted() {
        RunRecorder recording = recording(Phase.MEASURED, 0);
        for (long k = 0; k < RunRecorder.MAX_REPORTED + 1_000L; k++) {
            recording.iteration(1_000 + k, 1_000 + k, 1_000 + k, 1_001 + k);
        }

        PacedPart part = measurement(recording, RunLength.of(1), Phase.MEASURED);
        assertThat(part.unreported(0)).contains(Notice.of(Notice.Code.NOT_REPORTED, 1_000, 51_000));
        assertThat(part.notices(false, 2)).isEmpty();
    }

    @Test
    void shouldNotCallARunSaturatedThatSomebodyStoppedToLookAt() {
        watchdog = Watchdog.OFF;

        RunOutcome outcome = outcome(RunLength.of(1_000), 1_000, SECOND_NS / 50);
        assertThat(outcome.status()).isEqualTo(RunStatus.OK);
        assertThat(outcome.achievedPerSecond()).isEqualTo(50);
    }

    @Test
    void shouldBeOkWhenTheScheduleWasKept() {
        RunOutcome outcome = outcome(RunLength.lasting(Duration.ofSeconds(10)), 1_000, SECOND_NS / 100);

        assertThat(outcome.status()).isEqualTo(RunStatus.OK);
        assertThat(outcome.reason()).isEmpty();
        assertThat(outcome.achievedPerSecond()).isEqualTo(100);
        assertThat(outcome.targetPerSecond()).isEqualTo(100);
        assertThat(outcome.thresholdNs()).isEqualTo(77);
        assertThat(outcome.strayCompletions()).isEqualTo(3);
        assertThat(outcome.uncompleted()).isZero();
        assertThat(outcome.originNs()).isEqualTo(1_000);
    }

    @Test
    void shouldBeSaturatedHoweverLittleTooMuchTheIterationsTake() {
        assertThat(outcome(RunLength.of(1_000), 1_000, SECOND_NS / 100 * 101 / 100)
                        .status())
                .isEqualTo(RunStatus.SATURATED);
        assertThat(outcome(RunLength.of(10), 10, SECOND_NS / 100 + 100_000).status())
                .isEqualTo(RunStatus.SATURATED);
    }

    @Test
    void shouldBeSaturatedWhenTheRunEndedBehindItsSchedule() {
        RunOutcome outcome = outcome(RunLength.of(1_000), 1_000, SECOND_NS / 50);

        assertThat(outcome.status()).isEqualTo(RunStatus.SATURATED);
        assertThat(outcome.reason())
                .isEqualTo(
                        "the schedule asked for 100/s, but only 50/s were completed; the run ended 9.99 s behind it, and fell further behind. "
                                + "Lower the rate (--rate).");
        assertThat(outcome.achievedPerSecond()).isEqualTo(50);
    }

    @Test
    void shouldNotSayThatOnlyAsManyWereCompletedAsTheScheduleAskedFor() {
        assertThat(outcome(RunLength.of(1_000), 1_000, SECOND_NS / 100 + 2_000).reason())
                .isEqualTo(
                        "the schedule asked for 100/s; the run ended 2 ms behind it, and fell further behind. Lower the rate (--rate).");
    }

    /** The verdict on a ramp of a thousand iterations in ten seconds, whose task takes as long every time. */
    private RunOutcome ramp(double first, double last, long serviceNs) {
        HarnessOptions options =
                new TestOptions().ramp(first, last).count(1_000).build();
        RunRecorder recording = recording(Phase.MEASURED, SECOND_NS);
        PacedPart measurement = measurement(recording, options.length(), Phase.MEASURED);
        measurement.originNs(1_000);
        Schedule.Instants instants = options.schedule().instants();
        long freeNs = 1_000;
        for (int k = 0; k < 1_000; k++) {
            long intendedNs = 1_000 + instants.nextOffsetNs();
            long startNs = Math.max(intendedNs, freeNs);
            log.add(intendedNs, startNs, freeNs, startNs + serviceNs);
            freeNs = startNs + serviceNs;
        }
        recording.finish(log);
        return measurement.outcome(options, 77, 2, failures);
    }

    @Test
    void shouldAskForTheMeanRateOfARamp() {
        RunOutcome outcome = ramp(50, 150, SECOND_NS / 200);

        assertThat(outcome.status()).isEqualTo(RunStatus.OK);
        assertThat(outcome.targetPerSecond()).isEqualTo(100);
        assertThat(outcome.achievedPerSecond()).isCloseTo(100, within(1e-6));
    }

    @Test
    void shouldBeSaturatedByARampThatEndsTooFastAndNotByOneThatBeginsSo() {
        RunOutcome rising = ramp(50, 150, SECOND_NS / 110);
        assertThat(rising.status()).isEqualTo(RunStatus.SATURATED);
        assertThat(rising.reason())
                .matches(
                        "the schedule asked for 100/s in the mean, but only 9[0-9.]+/s were completed; the run ended"
                                + " [0-9]+ ms behind it, and fell further behind\\. Lower the rates of the ramp \\(--arrivals\\)\\.");

        RunOutcome falling = ramp(150, 50, SECOND_NS / 110);
        assertThat(falling.status()).as(falling.reason()).isEqualTo(RunStatus.OK);
        assertThat(falling.achievedPerSecond()).isCloseTo(100, within(1e-6));
    }

    @Test
    void shouldNotClaimAHigherRateThanTheScheduleWhenARunEndsEarly() {
        assertThat(outcome(RunLength.lasting(Duration.ofSeconds(10)), 900, SECOND_NS / 1_000)
                        .achievedPerSecond())
                .isEqualTo(90);
    }

    @Test
    void shouldBeFailedForTheFirstFailureAlsoWhenItWasSlow() {
        failures.add("iteration 3 threw X", null);
        RunOutcome outcome = outcome(RunLength.of(1_000), 100, SECOND_NS / 50);

        assertThat(outcome.status()).isEqualTo(RunStatus.FAILED);
        assertThat(outcome.reason()).isEqualTo("iteration 3 threw X");
        assertThat(outcome.achievedPerSecond()).isEqualTo(50);
    }

    @Test
    void shouldBeFailedWhenNothingWasDue() {
        RunOutcome outcome = outcome(RunLength.lasting(Duration.ofSeconds(10)), 0, 1);

        assertThat(outcome.status()).isEqualTo(RunStatus.FAILED);
        assertThat(outcome.reason()).isEqualTo("no iteration was due: the rate is too low for the duration");
        assertThat(outcome.iterations()).isZero();
    }
}
