package io.straggler.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RecordedRunTest {
    private static final RunId RUN = new RunId(0, 1);
    private static final long REPORTED_FROM_NS = 100;
    private static final long THRESHOLD_NS = 500;

    private static Iteration iteration(long intendedNs, long latencyNs) {
        return new Iteration(RUN, intendedNs, intendedNs, intendedNs + latencyNs, 0, 0);
    }

    private static Outlier outlier(Iteration iteration, long thresholdNs) {
        return new Outlier(iteration, thresholdNs, List.of());
    }

    private static Capture capture(Iteration of, Capture.Purpose purpose) {
        return new Capture(purpose, of.intendedNs(), 7, of.startNs(), of.startNs());
    }

    private final Iteration below = iteration(1_000, THRESHOLD_NS - 1);
    private final Iteration at = iteration(2_000, THRESHOLD_NS);
    private final Iteration quick = iteration(2_600, 10);
    private final RecordedRun recorded = RecordedRun.builder()
            .outliers(List.of(outlier(below, REPORTED_FROM_NS), outlier(at, REPORTED_FROM_NS)))
            .periods(List.of(new BusyPeriod(List.of(below), 0), new BusyPeriod(List.of(at, quick), 0)))
            .captures(List.of(
                    capture(below, Capture.Purpose.LATE),
                    capture(below, Capture.Purpose.LATE),
                    capture(at, Capture.Purpose.LATE)))
            .sampler(SamplerSummary.of(SamplerMode.OFF, "").innocentCaptures(3).build())
            .build();

    private RecordedRun completed(RunOutcome outcome) {
        return recorded.completed(
                RunDescription.of("task").runs(List.of(outcome)).build());
    }

    private static RunOutcome outcome(RunId id, double perSecond) {
        return RunOutcome.of(id)
                .targetPerSecond(perSecond)
                .thresholdNs(THRESHOLD_NS)
                .build();
    }

    @Test
    void shouldLeaveOutWhatIsBelowTheThresholdThatWasChosenInTheEnd() {
        RecordedRun completed = completed(outcome(RUN, 1_000));

        assertThat(completed.outliers()).containsExactly(outlier(at, THRESHOLD_NS));
        assertThat(completed.periods()).containsExactly(new BusyPeriod(List.of(at, quick), 0));
    }

    @Test
    void shouldCountWhatWasCapturedForNoOutlier() {
        RecordedRun completed = completed(outcome(RUN, 1_000));

        assertThat(completed.sampler())
                .isEqualTo(SamplerSummary.of(SamplerMode.OFF, "")
                        .innocentCaptures(4)
                        .build());
    }

    @Test
    void shouldKeepAllOutliersOfARunOfWhichNothingElseIsKnown() {
        assertThat(completed(outcome(new RunId(0, 2), 1_000)).outliers()).hasSize(2);
    }

    /** The threshold of an agent follows the calls: what it was at the end is not what an earlier outlier crossed. */
    @Test
    void shouldKeepAllOutliersOfAProgramWithoutASchedule() {
        assertThat(completed(outcome(RUN, Double.NaN)).outliers()).hasSize(2);
    }
}
