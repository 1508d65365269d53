package io.straggler.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.RunId;
import io.straggler.model.RunListener;
import io.straggler.model.RunListener.Phase;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.hook.NormalSamples;
import io.straggler.model.hook.OverheadCheck;
import io.straggler.model.hook.PacingHook;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeasurementTest {
    private static final long SECOND_NS = 1_000_000_000;
    private static final Schedule SCHEDULE = Schedule.uniform(100);

    private final FakeClock clock = new FakeClock(1_000, 0);
    private final IterationLog log = new IterationLog(4096, 0);
    private final Failures failures = new Failures();
    private Watchdog watchdog = Watchdog.ON;

    /** The verdict on iterations of the schedule that start and end at a fixed distance, the first ending one distance in. */
    private RunOutcome outcome(RunLength length, int iterations, long distanceNs) {
        RunRecording recording = new RunRecording(
                new RunId(0, 1),
                Phase.MEASURED,
                SECOND_NS,
                true,
                SECOND_NS,
                new RunListener() {},
                new NormalSamples(),
                OverheadCheck.NONE,
                clock,
                List.of(),
                JitterWatch.NONE);
        Measurement measurement =
                new Measurement(recording, new Pacer(clock, log, PacingHook.NONE, 0), length, Phase.MEASURED, 2);
        measurement.originNs(1_000);
        for (int k = 1; k <= iterations; k++) {
            long intendedNs = 1_000 + (k - 1) * (SECOND_NS / 100);
            long startNs = Math.max(intendedNs, 1_000 + (k - 1) * distanceNs);
            log.add(intendedNs, startNs, 1_000 + (k - 1) * distanceNs, 1_000 + k * distanceNs);
        }
        recording.finish(log);
        return measurement.outcome(
                HarnessOptions.builder().schedule(SCHEDULE).watchdog(watchdog).build(), 77, 5, failures);
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
