package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.Evidence;
import io.straggler.model.Outlier;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadAccounting;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttributionTest {
    private final Runs runs = new Runs();

    private Diagnosis diagnosis() {
        return Attribution.of(runs.run());
    }

    private DiagnosedOutlier only() {
        assertThat(diagnosis().outliers()).hasSize(1);
        return diagnosis().outliers().get(0);
    }

    @Test
    void shouldConcludeNothingFromNothing() {
        runs.sampler = null;

        assertThat(diagnosis())
                .isEqualTo(new Diagnosis(List.of(), new Coverage(0, 0, 0, 0, 0, 0, 0), List.of(), List.of()));
    }

    @Test
    void shouldLetEachStackStandForTheStretchBetweenTheMidpointsToItsNeighbours() {
        runs.outlier(90, 100, 200);
        runs.sample(180, "main", "c");
        runs.sample(120, "main", "a");
        runs.sample(140, "main", "b");

        DiagnosedOutlier outlier = only();

        assertThat(outlier.stacks()).extracting(StackSample::timeNs).containsExactly(120L, 140L, 180L);
        assertThat(outlier.stacksNs()).containsExactly(10L, 30L, 40L);
        assertThat(outlier.unseenNs()).isEqualTo(20);
        assertThat(diagnosis().outlierStacks())
                .containsExactly(
                        new WeightedStack(Runs.stack("main", "c"), 40, 1),
                        new WeightedStack(Runs.stack("main", "b"), 30, 1),
                        new WeightedStack(Runs.unseen("[before the first stack]"), 20, 0),
                        new WeightedStack(Runs.stack("main", "a"), 10, 1));
    }

    @Test
    void shouldLetASingleStackStandForTheRest() {
        runs.outlier(100, 100, 200);
        runs.sample(130, "a");

        assertThat(only().stacksNs()).containsExactly(70L);
        assertThat(only().unseenNs()).isEqualTo(30);
    }

    @Test
    void shouldTellOutliersWithoutStacksFromTheTimeBeforeTheFirst() {
        runs.outlier(100, 100, 205);
        runs.outlier(300, 300, 400);
        runs.sample(310, "a");

        assertThat(diagnosis().outlierStacks())
                .containsExactly(
                        new WeightedStack(Runs.unseen("[no stack]"), 105, 0),
                        new WeightedStack(Runs.stack("a"), 90, 1),
                        new WeightedStack(Runs.unseen("[before the first stack]"), 10, 0));
    }

    @Test
    void shouldMergeEqualStacksThatAreNotTheSameObject() {
        runs.outlier(100, 100, 200);
        runs.outlier(300, 300, 400);
        runs.sample(100, "a", "b");
        runs.sample(300, "a", "b");

        assertThat(diagnosis().outlierStacks()).containsExactly(new WeightedStack(Runs.stack("a", "b"), 200, 2));
    }

    @Test
    void shouldCountAStackAtTheInstantBetweenTwoIterationsForTheLaterOnly() {
        runs.outlier(100, 100, 200);
        runs.outlier(110, 200, 300);
        runs.sample(200, "a");

        assertThat(diagnosis().outliers().get(0).stacks()).isEmpty();
        assertThat(diagnosis().outliers().get(1).stacksNs()).containsExactly(100L);
    }

    @Test
    void shouldLetAStackServeAllIterationsThatWereInFlight() {
        runs.outlier(100, 100, 200);
        runs.outlier(110, 110, 190);
        runs.sample(150, "a");
        runs.sampleOn(Runs.THREAD + 1, 170, "b");

        assertThat(diagnosis().outliers().get(0).stacksNs()).containsExactly(10L, 40L);
        assertThat(diagnosis().outliers().get(1).stacksNs()).containsExactly(10L, 30L);
        assertThat(diagnosis().coverage().droppedSamples()).isZero();
        assertThat(diagnosis().coverage().seenNs()).isEqualTo(90);
    }

    @Test
    void shouldGiveEvidenceFromTheIntendedStartOn() {
        Outlier late = runs.outlier(100, 150, 200);
        Evidence queued = runs.evidence(90, 110, Evidence.ANY_THREAD);
        Evidence inside = runs.evidence(160, 170, Runs.THREAD);
        Evidence around = runs.evidence(0, 1_000, Evidence.ANY_THREAD);
        Evidence instantAtEnd = runs.evidence(200, 200, Runs.THREAD);
        runs.evidence(80, 100, Evidence.ANY_THREAD);
        runs.evidence(200, 300, Evidence.ANY_THREAD);
        runs.evidence(201, 201, Evidence.ANY_THREAD);
        runs.evidence(160, 170, Runs.THREAD + 2);

        assertThat(only().outlier()).isEqualTo(late);
        assertThat(only().evidence()).containsExactly(around, queued, inside, instantAtEnd);
    }

    @Test
    void shouldSpendTheBudgetForEvidenceOnTheWorstOutliersFirst() {
        Outlier mild = runs.outlier(100, 150, 200);
        Outlier worst = runs.outlier(90, 110, 300);
        Evidence early = runs.evidence(95, 120, Evidence.ANY_THREAD);
        Evidence inside = runs.evidence(160, 170, Evidence.ANY_THREAD);
        List<Outlier> outliers = List.of(mild, worst);

        assertThat(EvidenceOverlaps.of(runs.run(), outliers, 4))
                .containsExactly(List.of(early, inside), List.of(early, inside));
        assertThat(EvidenceOverlaps.of(runs.run(), outliers, 3))
                .containsExactly(List.of(inside), List.of(early, inside));
        assertThat(EvidenceOverlaps.of(runs.run(), outliers, 2)).containsExactly(List.of(), List.of(early, inside));
        assertThat(EvidenceOverlaps.of(runs.run(), outliers, 1)).containsExactly(List.of(inside), List.of());
    }

    @Test
    void shouldGiveAccountingByTag() {
        runs.outlier(100, 150, 200);
        ThreadAccounting own = new ThreadAccounting(100, Runs.THREAD, 90, 210, 1, 2, 3, 4, 5, 6);
        ThreadAccounting second = new ThreadAccounting(100, Runs.THREAD + 1, 90, 210, 1, 2, 3, 4, 5, 6);
        runs.accounting.add(own);
        runs.accounting.add(new ThreadAccounting(150, Runs.THREAD, 90, 210, 1, 2, 3, 4, 5, 6));
        runs.accounting.add(second);

        assertThat(only().accounting()).containsExactly(own, second);
    }

    @Test
    void shouldTellWhatTheStacksCanSpeakFor() {
        runs.outlier(100, 100, 200);
        runs.outlier(300, 300, 310);
        runs.outlier(400, 400, 411);
        runs.outlier(500, 500, 600);
        runs.outlier(700, 700, 800);
        runs.sample(150, "a");
        runs.sample(520, "a");
        runs.sample(730, "a");
        runs.sample(640, "dropped");
        runs.sample(900, "dropped");

        assertThat(diagnosis().coverage()).isEqualTo(new Coverage(5, 4, 3, 30, 321, 200, 2));
    }

    @Test
    void shouldPutOutliersInOrderOfIntendedStart() {
        runs.outlier(300, 300, 310);
        runs.outlier(100, 100, 200);

        assertThat(diagnosis().outliers())
                .extracting(outlier -> outlier.outlier().iteration().intendedNs())
                .containsExactly(100L, 300L);
    }

    @Test
    void shouldTakeAnswersToBaselineCapturesAsNormal() {
        runs.baseline(1_000);
        runs.sample(1_005, "normal");
        runs.sample(1_006, "unasked");
        runs.baseline(2_000);
        runs.sample(2_000, "normal");

        assertThat(diagnosis().normalStacks()).containsExactly(new WeightedStack(Runs.stack("normal"), 2, 2));
        assertThat(diagnosis().coverage().droppedSamples()).isEqualTo(1);
    }

    @Test
    void shouldNotTakeAsNormalWhatMayBeAnAnswerToSomethingElse() {
        runs.baseline(1_000);
        runs.late(1_100);
        runs.sample(1_105, "answers the late one");
        runs.baseline(10_000_000);
        runs.sample(11_000_001, "too late");
        runs.baseline(20_000_000);
        runs.sampleOn(Runs.THREAD + 1, 20_000_010, "of another thread");
        runs.outlier(30_000_000, 30_000_000, 30_000_100);
        runs.baseline(30_000_010);
        runs.sample(30_000_020, "within an outlier");
        runs.sample(30_000_200, "after it");

        assertThat(diagnosis().normalStacks()).isEmpty();
        assertThat(diagnosis().coverage().droppedSamples()).isEqualTo(4);
    }
}
