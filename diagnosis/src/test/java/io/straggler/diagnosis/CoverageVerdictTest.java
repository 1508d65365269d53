package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.Coverage.Kind;
import io.straggler.model.Notice;
import io.straggler.model.RunDescription;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.SamplerMode;
import io.straggler.model.SamplerSummary;
import io.straggler.model.Settings;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the share of outliers with a stack is said to mean, and what is advised. */
class CoverageVerdictTest {
    private static Coverage ran(long outliers, long withStack) {
        return new Coverage(
                500, 250_000, new Kind(outliers, withStack), Kind.NONE, Kind.NONE, withStack, 0, 1, 1, 1, 0, 0);
    }

    private static SamplerSummary sampler(SamplerMode mode, long due, long taken, long capped, long lateMaxNs) {
        return SamplerSummary.of(mode, "")
                .armDelayNs(200_000)
                .signalsSent(due)
                .capturesTaken(taken)
                .cappedIterations(capped)
                .lateTotalNs(lateMaxNs)
                .lateMaxNs(lateMaxNs)
                .build();
    }

    private static String verdict(Coverage coverage, SamplerSummary sampler, double targetPerSecond) {
        return coverage.verdict(run(Settings.UNKNOWN, sampler, targetPerSecond, RunStatus.OK));
    }

    private static RunDescription run(
            Settings settings, SamplerSummary sampler, double targetPerSecond, RunStatus status) {
        RunOutcome outcome = RunOutcome.of(new RunId(0, 1))
                .targetPerSecond(targetPerSecond)
                .achievedPerSecond(1_000)
                .iterations(20_000)
                .outliers(1)
                .thresholdNs(1)
                .worstNs(1)
                .build();
        return RunDescription.of("task")
                .settings(settings)
                .runs(List.of(outcome))
                .sampler(sampler)
                .status(status, "")
                .build();
    }

    private static String triggered(long outliers, long withStack, long due, long taken, long capped) {
        return verdict(ran(outliers, withStack), sampler(SamplerMode.TRIGGERED, due, taken, capped, 0), 1_000);
    }

    @Test
    void shouldGradeTheShareAndNeverRoundItUp() {
        assertThat(triggered(0, 0, 0, 0, 0)).isEmpty();
        assertThat(triggered(400, 380, 400, 400, 0)).isEqualTo("stacks speak for nearly all of them");
        assertThat(triggered(400, 379, 400, 400, 0)).startsWith("94%, most of them: ");
        assertThat(triggered(400, 300, 400, 400, 0)).startsWith("75%, most of them: ");
        assertThat(triggered(400, 299, 400, 400, 0)).startsWith("74%, a part of them only: ");
        assertThat(triggered(9, 1, 9, 9, 0)).startsWith("11%, of too few to judge by: ");
    }

    @Test
    void shouldAdviseAgainstWhatKeptStacksAway() {
        assertThat(triggered(343, 125, 343, 343, 200)).contains("too many were late at once");
        assertThat(triggered(343, 125, 343, 200, 0)).contains("captures that were due brought no stack");
        assertThat(triggered(343, 125, 343, 343, 0)).endsWith("with --sample-after below 200 µs");
    }

    @Test
    void shouldAdviseWhatTheWayOfSamplingAllows() {
        assertThat(verdict(ran(40, 4), sampler(SamplerMode.CONTINUOUS, 4, 4, 0, 0), 1_000))
                .contains("--sampler triggered where it works");
        assertThat(verdict(ran(40, 4), sampler(SamplerMode.JAVA, 4, 4, 0, 0), 1_000))
                .contains("at safepoints only");
        assertThat(verdict(ran(343, 125), sampler(SamplerMode.JAVA, 343, 343, 0, 3_000_000), 1_000))
                .isEqualTo(
                        "36%, a part of them only: the cores were busy, and the JVM was asked for stacks up to 3 ms late;"
                                + " straggler doctor says what async-profiler needs here");
        assertThat(verdict(ran(40, 4), SamplerSummary.off("asked for"), 1_000)).contains("nobody took stacks");
    }

    /** A recording, or a program with an agent: neither has the options of a run. */
    @Test
    void shouldAdviseNoOptionsOfARunWhereNobodyPaced() {
        for (SamplerMode mode : SamplerMode.values()) {
            assertThat(verdict(ran(40, 4), sampler(mode, 4, 4, 0, 0), Double.NaN))
                    .doesNotContain("--pin", "--sample", "--sampler");
        }
    }

    /** Neither sentence advises a shorter period, which would not help. */
    @Test
    void shouldSayWhatNoStackCanShow() {
        SamplerSummary periodic = sampler(SamplerMode.CONTINUOUS, 4, 4, 0, 0);
        RunDescription run = run(Settings.UNKNOWN, periodic, Double.NaN, RunStatus.OK);
        RunDescription virtual = run.noted(Notice.of(Notice.Code.VIRTUAL_THREADS, 36, 40));
        RunDescription changed = run.noted(Notice.of(Notice.Code.CHANGED_THREADS, 80, 0, 4, 36));

        assertThat(ran(40, 4).verdict(virtual))
                .isEqualTo(
                        "10%, a part of them only: the others ran on virtual threads, whose waits the JVM does not record;"
                                + " the agent sees them");
        assertThat(ran(40, 4).verdict(changed))
                .isEqualTo("10%, a part of them only: the others went from thread to thread, and no thread's stacks are"
                        + " theirs; the agent follows them");
        assertThat(ran(400, 40).verdict(virtual)).endsWith("record with a shorter one");
    }

    @Test
    void shouldNotMissStacksOfThoseThatStoodStill() {
        Coverage stopped =
                new Coverage(60, 250_000, new Kind(20, 20), Kind.NONE, new Kind(40, 3), 23, 0, 1, 1, 1, 0, 0);
        assertThat(verdict(stopped, sampler(SamplerMode.TRIGGERED, 60, 60, 60, 3_000_000), 1_000))
                .isEqualTo("38%, a part of them only: the others mostly stood still with all threads or had no core, "
                        + "which the causes say without a stack");
    }

    @Test
    void shouldNotBlameTheMachineWhereTheSamplerWasOffInAQueueWithoutEnd() {
        Settings on = new Settings("", Optional.empty(), true, "");
        SamplerSummary sampler = sampler(SamplerMode.TRIGGERED, 200, 150, 0, 0);

        assertThat(ran(200, 150).verdict(run(on, sampler, 1_000, RunStatus.SATURATED)))
                .isEqualTo(
                        "75%, most of them: the rate could not be kept, so that some may have come while the sampler was off,"
                                + " in the quarter of the run that --measure-overhead takes");
        assertThat(ran(200, 100).verdict(run(on, sampler, 1_000, RunStatus.OK))).contains("straggler doctor");
        assertThat(ran(200, 100).verdict(run(Settings.UNKNOWN, sampler, 1_000, RunStatus.SATURATED)))
                .contains("straggler doctor");
    }

    @Test
    void shouldSayWhyThereIsNoOutlierWhereTheSamplerIsOffAtTimes() {
        SamplerSummary sampler = sampler(SamplerMode.TRIGGERED, 0, 0, 0, 0);

        assertThat(Coverage.none()
                        .verdict(run(new Settings("", Optional.empty(), true, ""), sampler, 1_000, RunStatus.OK)))
                .isEqualTo(
                        "the recording has no outlier: with --measure-overhead those that come while the sampler is off, in a"
                                + " quarter of the run, are only counted");
        assertThat(Coverage.none().verdict(run(Settings.UNKNOWN, sampler, 1_000, RunStatus.OK)))
                .isEmpty();
    }
}
