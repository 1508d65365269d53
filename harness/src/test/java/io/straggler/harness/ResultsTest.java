package io.straggler.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.harness.schedule.Schedule;
import io.straggler.model.OverheadCheck;
import io.straggler.model.RunId;
import io.straggler.model.RunListener;
import io.straggler.model.RunListener.Phase;
import io.straggler.model.RunOutcome;
import io.straggler.model.hook.NormalSamples;
import io.straggler.model.hook.PacingHook;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ResultsTest {
    private static final long MICROSECOND_NS = 1_000;
    private static final Schedule SCHEDULE = Schedule.uniform(100);

    /** Threshold of a warm-up that had a stall, in nanoseconds. */
    private static final long THRESHOLD_NS = 9_000 * MICROSECOND_NS;

    private final FakeClock clock = new FakeClock(1_000, 0);
    private final Failures failures = new Failures();
    private final Results results = new Results();

    /** A part of a run: an iteration every 100 µs, each of 10 µs, but for the first ones. */
    private void run(int number, int iterations, int slow, long slowNs) {
        RunRecorder recording = new RunRecorder(
                new RunRecorder.Part(
                        new RunId(0, number),
                        Phase.MEASURED,
                        THRESHOLD_NS,
                        64 * MICROSECOND_NS,
                        SCHEDULE.perSecond(),
                        1_000_000_000),
                new RunRecorder.Wiring(
                        true,
                        new Stages(clock, thread -> {}, open -> {}),
                        RunListener.NONE,
                        new NormalSamples(),
                        OverheadCheck.NONE,
                        clock),
                List.of(),
                JitterWatch.NONE);
        for (int i = 0; i < iterations; i++) {
            long intendedNs = 1_000 + i * 10 * THRESHOLD_NS;
            recording.iteration(intendedNs, intendedNs, 0, intendedNs + (i < slow ? slowNs : 10 * MICROSECOND_NS));
        }
        IterationLog log = new IterationLog(16, 0, false);
        recording.finish(log);
        PacedPart part = new PacedPart(
                recording, new Pacer(clock, log, PacingHook.NONE, 0), RunLength.of(iterations), Phase.MEASURED, 0);
        HarnessOptions options = new TestOptions().schedule(SCHEDULE).build();
        results.add(part, Optional.of(part.outcome(options, THRESHOLD_NS, 0, failures)), List.of());
    }

    private List<RunOutcome> outcomes(String threshold) {
        return results.result(failures, Threshold.parse(threshold)).runs();
    }

    @Test
    void shouldChooseOneThresholdForAllRunsWhenTheyAreOver() {
        run(1, 10_000, 15, 700 * MICROSECOND_NS);
        run(2, 10_000, 10, 300 * MICROSECOND_NS);

        List<RunOutcome> outcomes = outcomes("auto");

        assertThat(outcomes)
                .extracting(RunOutcome::thresholdNs)
                .allSatisfy(ns -> assertThat(ns).isBetween(299 * MICROSECOND_NS, 300 * MICROSECOND_NS));
        assertThat(outcomes).extracting(RunOutcome::outliers).containsExactly(15L, 10L);
    }

    @Test
    void shouldKeepTheThresholdOfTheWarmUpWhenTheRunWasNoQuieter() {
        run(1, 10_000, 20, 2 * THRESHOLD_NS);

        RunOutcome outcome = outcomes("auto").get(0);

        assertThat(outcome.thresholdNs()).isEqualTo(THRESHOLD_NS);
        assertThat(outcome.outliers()).isEqualTo(20);
    }

    @Test
    void shouldKeepAThresholdThatWasGiven() {
        run(1, 10_000, 20, 700 * MICROSECOND_NS);

        RunOutcome outcome = outcomes("p99").get(0);

        assertThat(outcome.thresholdNs()).isEqualTo(THRESHOLD_NS);
        assertThat(outcome.outliers()).isZero();
    }

    @Test
    void shouldHaveNothingToChooseFromWithoutARun() {
        assertThat(outcomes("auto")).isEmpty();
    }
}
