package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.model.Evidence;
import io.straggler.model.Iteration;
import io.straggler.model.LatencyCounts;
import io.straggler.model.Outlier;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import io.straggler.model.StackSample;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Iterations of several threads at once, of which nobody knows when they were meant to start. */
class UnscheduledRunTest {
    private static final long OTHER = Runs.THREAD + 1;

    private final Runs runs = new Runs();

    private void outlier(long thread, long startNs, long endNs) {
        Iteration iteration = new Iteration(new RunId(0, 1), startNs, startNs, endNs, 0, 0);
        runs.outliers.add(new Outlier(iteration, 1, List.of(), thread, ""));
    }

    private void period(long thread, long sinceNs, long untilNs, boolean running, String... frames) {
        runs.samples.add(
                new StackSample(StackSample.Origin.PERIOD, sinceNs, untilNs, thread, running, Runs.stack(frames)));
    }

    private DiagnosedOutlier only(Diagnosis diagnosis, long thread) {
        return diagnosis.outliers().stream()
                .filter(one -> one.outlier().osThreadId() == thread)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldGiveEachOutlierTheStacksAndTheEvidenceOfItsThread() {
        outlier(Runs.THREAD, 0, 1_000);
        outlier(OTHER, 500, 2_000);
        period(Runs.THREAD, 100, 300, true, "mine");
        period(OTHER, 600, 900, true, "theirs");
        Evidence mine = runs.evidence(400, 700, Runs.THREAD);
        Evidence theirs = runs.evidence(600, 800, OTHER);
        Evidence everybodys = runs.evidence(550, 650, Evidence.ANY_THREAD);

        Diagnosis diagnosis = Attribution.of(runs.run());

        DiagnosedOutlier first = only(diagnosis, Runs.THREAD);
        assertThat(first.evidence()).containsExactly(mine, everybodys);
        assertThat(first.stacks()).hasSize(1);
        assertThat(first.stacksNs()).containsExactly(200L);
        assertThat(first.unseenNs()).isEqualTo(800);
        assertThat(first.owners()).containsExactly(Runs.THREAD);
        DiagnosedOutlier second = only(diagnosis, OTHER);
        assertThat(second.evidence()).containsExactly(everybodys, theirs);
        assertThat(second.stacksNs()).containsExactly(300L);
    }

    /** As the agent's: taken because the call was late. */
    @Test
    void shouldGiveEachOutlierTheCapturesOfItsThread() {
        outlier(Runs.THREAD, 0, 1_000);
        outlier(OTHER, 100, 2_000);
        runs.samples.add(new StackSample(600, Runs.THREAD, true, Runs.stack("mine")));
        runs.samples.add(new StackSample(700, OTHER, true, Runs.stack("theirs")));

        Diagnosis diagnosis = Attribution.of(runs.run());

        assertThat(only(diagnosis, Runs.THREAD).stacks())
                .extracting(stack -> stack.frames().get(0).name())
                .containsExactly("mine");
        assertThat(only(diagnosis, OTHER).stacks())
                .extracting(stack -> stack.frames().get(0).name())
                .containsExactly("theirs");
    }

    @Test
    void shouldLetAStackOfAPeriodStandForItsPeriodAndNotForWhatAnEventShows() {
        outlier(Runs.THREAD, 0, 1_000);
        period(Runs.THREAD, 100, 300, true, "a", "deep", "stack");
        period(Runs.THREAD, 800, 1_000, true, "b");
        runs.eventStack(200, 600, "wait");

        DiagnosedOutlier diagnosed = only(Attribution.of(runs.run()), Runs.THREAD);

        assertThat(diagnosed.stacks())
                .extracting(stack -> stack.frames().get(0).name())
                .containsExactly("a", "wait", "b");
        assertThat(diagnosed.stacksNs()).containsExactly(100L, 400L, 200L);
        assertThat(diagnosed.unseenNs()).isEqualTo(300);
    }

    @Test
    void shouldCountStacksOfPeriodsAsSamplesAndThoseOfEventsAsEvents() {
        outlier(Runs.THREAD, 0, 100_000);
        outlier(OTHER, 0, 100_000);
        period(OTHER, 100, 300, true, "a");
        runs.eventStack(200, 90_000, "wait");

        Coverage coverage = Attribution.of(runs.run()).coverage();

        assertThat(coverage.bySample()).isEqualTo(1);
        assertThat(coverage.byEvent()).isEqualTo(1);
    }

    @Test
    void shouldBlameNobodyForAnybodyElsesDelay() {
        outlier(Runs.THREAD, 0, 1_000);
        outlier(OTHER, 1, 3_001);
        outlier(OTHER, 4_000, 4_100);
        runs.evidence(100, 900, Runs.THREAD);
        RunOutcome outcome = RunOutcome.of(new RunId(0, 1))
                .endEpochMs(1)
                .achievedPerSecond(1)
                .iterations(3)
                .outliers(3)
                .thresholdNs(1)
                .worstNs(3_000)
                .build();

        Conclusions conclusions =
                Conclusions.of(Attribution.of(runs.run()), List.of(), List.of(outcome), 200, LatencyCounts.NONE);

        assertThat(outcome.scheduled()).isFalse();
        assertThat(conclusions.ownPartsOnly())
                .hasValueSatisfying(why -> assertThat(why).contains("meant to start"));
        assertThat(conclusions.blame().culprits())
                .extracting(culprit -> culprit.ownNs())
                .containsExactly(2_800L, 800L);
        assertThat(conclusions.sites()).allMatch(site -> site.othersNs() == 0 && site.delayed() == 0);
        assertThat(conclusions.sites()).extracting(CulpritSite::cause).contains(Cause.PARK, Cause.NOT_SEEN);
        assertThat(conclusions.counterfactual().refusal()).isPresent();
        assertThat(conclusions.budget().causes().stream()
                        .mapToLong(sum -> sum.totalNs())
                        .sum())
                .isEqualTo(4_100);
    }
}
