package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.model.Capture;
import io.straggler.model.Evidence;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.RunId;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadRole;
import io.straggler.model.ThreadUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
                .isEqualTo(new Diagnosis(
                        List.of(),
                        new CoverageCount(null).coverage(0),
                        List.of(),
                        List.of(),
                        Map.of(7L, "pacing", 8L, "worker"),
                        "task",
                        0));
    }

    @Test
    void shouldLetEachStackStandForTheIntervalBetweenTheMidpointsToItsNeighbours() {
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
        runs.sample(170, "b");

        assertThat(diagnosis().outliers().get(0).stacksNs()).containsExactly(10L, 40L);
        assertThat(diagnosis().outliers().get(1).stacksNs()).containsExactly(10L, 30L);
        assertThat(diagnosis().coverage().droppedSamples()).isZero();
        assertThat(diagnosis().coverage().seenNs()).isEqualTo(90);
    }

    @Test
    void shouldShareTheTimeAmongThreadsWhenThePacingThreadWasNotInTheTask() {
        runs.role = ThreadRole.HELPER;
        runs.outlier(100, 100, 200);
        runs.sample(120, "a");
        runs.sampleOn(Runs.THREAD + 1, 140, "b");
        runs.sampleOn(Runs.THREAD + 1, 160, "c");

        assertThat(only().stacksNs()).containsExactly(40L, 5L, 25L);
        assertThat(only().unseenNs()).isEqualTo(30);
        assertThat(diagnosis().outlierStacks())
                .containsExactly(
                        new WeightedStack(below(Runs.thread("pacing"), "a"), 40, 1),
                        new WeightedStack(Runs.unseen("[before the first stack]"), 30, 0),
                        new WeightedStack(below(Runs.thread("worker"), "c"), 25, 1),
                        new WeightedStack(below(Runs.thread("worker"), "b"), 5, 1));
    }

    @Test
    void shouldCountWhatCannotBeSharedEquallyAsUnseen() {
        runs.role = ThreadRole.HELPER;
        runs.outlier(100, 100, 201);
        runs.sample(100, "a");
        runs.sampleOn(Runs.THREAD + 1, 100, "b");

        assertThat(only().stacksNs()).containsExactly(50L, 50L);
        assertThat(only().unseenNs()).isEqualTo(1);
    }

    @Test
    void shouldNameAThreadThatIsNotKnownByItsId() {
        runs.role = ThreadRole.HELPER;
        runs.outlier(100, 100, 200);
        runs.sample(120, "a");
        runs.sampleOn(4711, 120, "b");

        assertThat(diagnosis().outlierStacks()).contains(new WeightedStack(below(Runs.thread("4711"), "b"), 40, 1));
    }

    @Test
    void shouldNotNameTheThreadWhenOneOwnsTheTime() {
        runs.role = ThreadRole.HELPER;
        runs.outlier(100, 100, 200);
        runs.sampleOn(Runs.THREAD + 1, 100, "a");

        assertThat(diagnosis().outlierStacks()).containsExactly(new WeightedStack(Runs.stack("a"), 100, 1));
    }

    @Test
    void shouldCutTheHarnessFromStacksOfTheTask() {
        runs.outlier(100, 100, 200);
        runs.sample(120, "run", Runs.PACER + "runSync", Runs.PACER + "syncStep", "Task.run", "leaf");
        runs.outlier(300, 300, 400);
        runs.sample(320, "run", Runs.PACER + "runAsync", Runs.PACER + "asyncStep", "Task.run", "leaf");

        assertThat(diagnosis().outlierStacks())
                .contains(new WeightedStack(Runs.stack("Task.run", "leaf"), 160, 2))
                .hasSize(2);
        assertThat(diagnosis().outliers().get(0).stacks())
                .containsExactly(new StackSample(120, Runs.THREAD, true, Runs.stack("Task.run", "leaf")));
    }

    @Test
    void shouldCutTheHostOfATaskUnlessItIsAtWorkItself() {
        String host = "io.straggler.jlbh.Sequential.run";
        runs.outlier(100, 100, 200);
        runs.sample(120, Runs.PACER + "syncStep", host, "io.straggler.jlbh.Started.run", "Task.run", host, "leaf");
        runs.outlier(300, 300, 400);
        runs.sample(320, Runs.PACER + "syncStep", host);

        assertThat(diagnosis().outlierStacks())
                .contains(
                        new WeightedStack(Runs.stack("Task.run", host, "leaf"), 80, 1),
                        new WeightedStack(Runs.stack(host), 80, 1));
    }

    @Test
    void shouldCutTheMethodHandleByWhichAHostCallsItsTask() {
        String host = "io.straggler.jmh.BenchmarkTask.run";
        String handle = "java.lang.invoke.LambdaForm$MH.invoke";
        runs.outlier(100, 100, 200);
        runs.sample(120, Runs.PACER + "syncStep", host, handle, handle, "Task.run", handle, "leaf");
        runs.outlier(300, 300, 400);
        runs.sample(320, Runs.PACER + "syncStep", handle, "Task.run");

        assertThat(diagnosis().outlierStacks())
                .contains(
                        new WeightedStack(Runs.stack("Task.run", handle, "leaf"), 80, 1),
                        new WeightedStack(Runs.stack(handle, "Task.run"), 80, 1));
    }

    @Test
    void shouldCutWhatCarriesAVirtualThread() {
        String first = "java.lang.VirtualThread.run";
        runs.outlier(100, 100, 200);
        runs.sample(
                120,
                "java.util.concurrent.ForkJoinWorkerThread.run",
                "jdk.internal.vm.Continuation.enter",
                first,
                "java.lang.Thread.runWith",
                "Task.run",
                "leaf");
        runs.outlier(300, 300, 400);
        runs.sample(320, first, "Task.run", "leaf");
        runs.outlier(500, 500, 600);
        runs.sample(520, "java.util.concurrent.ForkJoinWorkerThread.run", first);

        assertThat(diagnosis().outlierStacks())
                .contains(
                        new WeightedStack(Runs.stack("Task.run", "leaf"), 160, 2),
                        new WeightedStack(Runs.stack("java.util.concurrent.ForkJoinWorkerThread.run", first), 80, 1));
    }

    @Test
    void shouldKeepTheStepItselfWhenTheHarnessWasAtWork() {
        runs.outlier(100, 100, 200);
        runs.sample(100, "run", Runs.PACER + "syncStep");

        assertThat(diagnosis().outlierStacks())
                .containsExactly(new WeightedStack(Runs.stack(Runs.PACER + "syncStep"), 100, 1));
    }

    @Test
    void shouldKeepFramesThatOnlyResembleTheHarness() {
        runs.outlier(100, 100, 200);
        runs.sample(100, "run", "com.acme.Pacer.syncStep", "io.straggler.harness.Pacer.syncStepper", "leaf");

        assertThat(diagnosis().outlierStacks().get(0).frames()).hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"awaitInstant", "awaitRoom", "dueAlready"})
    void shouldDropStacksOfAPacingThreadThatWaited(String wait) {
        runs.role = ThreadRole.DISPATCHER;
        runs.outlier(100, 100, 200);
        runs.sample(110, "run", Runs.PACER + "asyncStep", Runs.PACER + wait, "park");
        runs.sampleOn(Runs.THREAD + 1, 120, "worker");
        runs.sample(250, "run", Runs.PACER + "asyncStep", Runs.PACER + wait);

        assertThat(only().stacks()).extracting(StackSample::timeNs).containsExactly(120L);
        assertThat(diagnosis().outlierStacks())
                .containsExactly(
                        new WeightedStack(Runs.stack("worker"), 80, 1),
                        new WeightedStack(Runs.unseen("[before the first stack]"), 20, 0));
        assertThat(diagnosis().coverage().droppedSamples()).isZero();
    }

    @Test
    void shouldSeeNothingOfAnOutlierDuringWhichThePacingThreadOnlyWaited() {
        runs.role = ThreadRole.DISPATCHER;
        runs.outlier(100, 100, 200);
        runs.sample(110, "run", Runs.PACER + "asyncStep", Runs.PACER + "awaitInstant");

        assertThat(only().stacks()).isEmpty();
        assertThat(diagnosis().outlierStacks()).containsExactly(new WeightedStack(Runs.unseen("[no stack]"), 100, 0));
        assertThat(diagnosis().coverage().withStack()).isZero();
    }

    @Test
    void shouldKeepOtherThreadsStacksBesideThePacingThreadsForNoTime() {
        runs.outlier(100, 100, 200);
        runs.sampleOn(Runs.THREAD + 1, 110, "worker");
        runs.sample(120, "run", Runs.PACER + "syncStep", "task");
        runs.sampleOn(Runs.THREAD + 1, 150, "worker");

        assertThat(only().stacks()).extracting(StackSample::osThreadId).containsExactly(8L, 7L, 8L);
        assertThat(only().stacksNs()).containsExactly(0L, 80L, 0L);
        assertThat(only().unseenNs()).isEqualTo(20);
        assertThat(diagnosis().outlierStacks())
                .containsExactly(
                        new WeightedStack(Runs.stack("task"), 80, 1),
                        new WeightedStack(Runs.unseen("[before the first stack]"), 20, 0));
        assertThat(diagnosis().coverage().droppedSamples()).isZero();
    }

    @Test
    void shouldGiveTheTimeOfAnAsynchronousTaskToTheDispatcherThatWasInsideIt() {
        runs.role = ThreadRole.DISPATCHER;
        runs.outlier(100, 100, 200);
        runs.sampleOn(Runs.THREAD + 1, 110, "worker");
        runs.sample(120, "run", Runs.PACER + "asyncStep", "task");

        assertThat(only().stacksNs()).containsExactly(0L, 80L);
        assertThat(only().owners()).containsExactly(Runs.THREAD);
    }

    @Test
    void shouldLetStacksOfEventsStandForTheirEventsWithoutTheHarness() {
        runs.outlier(100, 100, 200);
        runs.eventStack(80, 120, "run", Runs.PACER + "syncStep", "task", "read");
        runs.eventStack(150, 190, "run", Runs.PACER + "syncStep", "task", "read");
        runs.eventStack(195, 260, "run", Runs.PACER + "awaitInstant");
        runs.eventStack(20, 90, "before");
        runs.samples.add(new StackSample(130, 180, Runs.THREAD + 1, false, Runs.stack("another thread")));
        runs.sample(140, "run", Runs.PACER + "syncStep", "task", "work");

        assertThat(only().stacks()).extracting(StackSample::sinceNs).containsExactly(80L, 140L, 150L);
        assertThat(only().stacksNs()).containsExactly(20L, 20L, 40L);
        assertThat(only().unseenNs()).isEqualTo(20);
        assertThat(diagnosis().outlierStacks())
                .containsExactly(
                        new WeightedStack(Runs.stack("task", "read"), 60, 2),
                        new WeightedStack(Runs.stack("task", "work"), 20, 1),
                        new WeightedStack(Runs.unseen("[before the first stack]"), 20, 0));
    }

    @Test
    void shouldNotTakeStacksOfEventsForNormal() {
        runs.normalSample(1_000);
        runs.eventStack(1_001, 1_004, "read");
        runs.sample(1_005, "normal");

        assertThat(diagnosis().normalStacks()).containsExactly(new WeightedStack(Runs.stack("normal"), 1, 1));
        assertThat(diagnosis().coverage().droppedSamples()).isZero();
    }

    @Test
    void shouldLetAStackStandUntilTheNextCaptureWasDue() {
        runs.outlier(100, 100, 300);
        due(120, 150, 180, 210);
        runs.sample(121, "a");
        runs.sample(185, "b");

        // The stack at 185 answers what was due at 150 and 180, and from 210 on nothing was seen.
        assertThat(only().askedNs()).containsExactly(120L, 150L);
        assertThat(only().untilNs()).containsExactly(150L, 210L);
        assertThat(only().stacksNs()).containsExactly(15L, 75L);
        assertThat(only().unseenNs()).isEqualTo(110);
    }

    @Test
    void shouldLetTheLastStackStandAsLongAsCapturesWereApart() {
        runs.outlier(100, 100, 300);
        due(120, 150);
        runs.sample(121, "a");
        runs.sample(152, "b");
        assertThat(only().untilNs()).containsExactly(150L, 182L);

        runs.captures.clear();
        due(120, 300, 310);
        assertThat(only().untilNs()).containsExactly(300L, 300L);
    }

    private void due(long... timesNs) {
        for (long timeNs : timesNs) {
            runs.captures.add(new Capture(Capture.Purpose.LATE, 100, Runs.THREAD, timeNs, timeNs));
        }
    }

    private static List<StackFrame> below(StackFrame root, String... frames) {
        List<StackFrame> stack = new ArrayList<>(List.of(root));
        stack.addAll(Runs.stack(frames));
        return stack;
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

        assertThat(EvidenceOverlaps.of(runs.run().threads(), runs.run().evidence(), outliers, 4)
                        .evidence())
                .containsExactly(List.of(early, inside), List.of(early, inside));
        assertThat(EvidenceOverlaps.of(runs.run().threads(), runs.run().evidence(), outliers, 3)
                        .evidence())
                .containsExactly(List.of(inside), List.of(early, inside));
        assertThat(EvidenceOverlaps.of(runs.run().threads(), runs.run().evidence(), outliers, 2)
                        .evidence())
                .containsExactly(List.of(), List.of(early, inside));
        assertThat(EvidenceOverlaps.of(runs.run().threads(), runs.run().evidence(), outliers, 1)
                        .evidence())
                .containsExactly(List.of(inside), List.of());
    }

    /** A different amount of everything. */
    private static ThreadUsage charged(long intendedNs, long osThreadId) {
        return ThreadUsage.of(intendedNs, osThreadId)
                .between(90, 210)
                .runDelayNs(1)
                .cpuNs(2)
                .minorFaults(3)
                .majorFaults(4)
                .voluntarySwitches(5)
                .involuntarySwitches(6)
                .faultsNs(7)
                .capturesNs(8)
                .throttledNs(9)
                .build();
    }

    @Test
    void shouldGiveUsageByTag() {
        runs.outlier(100, 150, 200);
        ThreadUsage own = charged(100, Runs.THREAD);
        ThreadUsage second = charged(100, Runs.THREAD + 1);
        runs.usage.add(own);
        runs.usage.add(charged(150, Runs.THREAD));
        runs.usage.add(second);

        assertThat(only().usage()).containsExactly(own, second);
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

        assertThat(diagnosis().coverage().outliers()).isEqualTo(5);
        assertThat(diagnosis().coverage().ranLong()).isZero();
        assertThat(diagnosis().coverage().firstSeenNs()).isEqualTo(30);
        assertThat(diagnosis().coverage().serviceNs()).isEqualTo(321);
        assertThat(diagnosis().coverage().seenNs()).isEqualTo(200);
        assertThat(diagnosis().coverage().droppedSamples()).isEqualTo(2);
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
    void shouldTakeNormalSamplesAsNormal() {
        runs.normalSample(1_000);
        runs.sample(1_005, "normal");
        runs.sample(1_006, "unasked");
        runs.normalSample(2_000);
        runs.sample(2_000, "normal");

        assertThat(diagnosis().normalStacks()).containsExactly(new WeightedStack(Runs.stack("normal"), 2, 2));
        assertThat(diagnosis().coverage().droppedSamples()).isEqualTo(1);
    }

    @Test
    void shouldNotTakeAsNormalWhatMayBeAnAnswerToSomethingElse() {
        runs.normalSample(1_000);
        runs.late(1_100);
        runs.sample(1_105, "answers the late one");
        runs.normalSample(10_000_000);
        runs.sample(11_000_001, "too late");
        runs.normalSample(20_000_000);
        runs.sampleOn(Runs.THREAD + 1, 20_000_010, "of another thread");
        runs.outlier(30_000_000, 30_000_000, 30_000_100);
        runs.normalSample(30_000_010);
        runs.sample(30_000_020, "within an outlier");
        runs.sample(30_000_200, "after it");

        assertThat(diagnosis().normalStacks()).isEmpty();
        assertThat(diagnosis().coverage().droppedSamples()).isEqualTo(4);
    }

    /** Of a program with several threads: a slow call on one of them says nothing of what the others do meanwhile. */
    @Test
    void shouldTakeAsNormalWhatAThreadDoesDuringTheOutlierOfAnother() {
        long other = Runs.THREAD + 10;
        runs.outliers.add(new Outlier(
                new Iteration(new RunId(0, 1), 1_000, 1_000, 9_000, 0, 0), 1, List.of(), Runs.THREAD, "call"));
        runs.sample(2_000, "slow");
        runs.captures.add(new Capture(Capture.Purpose.NORMAL, 3_000, other, 3_000, 3_000));
        runs.sampleOn(other, 3_001, "normal");
        runs.sampleOn(other, 3_002, "unasked");
        runs.alsoSequential = other;

        assertThat(only().stacks()).extracting(StackSample::osThreadId).containsExactly(Runs.THREAD);
        assertThat(diagnosis().normalStacks()).containsExactly(new WeightedStack(Runs.stack("normal"), 1, 1));
        assertThat(diagnosis().coverage().droppedSamples()).isEqualTo(1);
    }

    @Test
    void shouldLeaveThreadsOutOfTheNormalStacksThatOnlyWaitForThePacingThread() {
        for (int i = 0; i < 4; i++) {
            runs.normalSample(1_000 * i);
            runs.captures.add(new Capture(Capture.Purpose.NORMAL, 1_000 * i, Runs.THREAD + 1, 1_000 * i, 1_000 * i));
            runs.sample(1_000 * i + 10, "run", Runs.PACER + "syncStep", "task");
            runs.sampleOn(Runs.THREAD + 1, 1_000 * i + 20, "read");
        }
        assertThat(Attribution.of(runs.run()).normalStacks())
                .containsExactly(new WeightedStack(Runs.stack("task"), 4, 4));

        // A pacing thread that hands over does not do all of the work.
        runs.role = ThreadRole.DISPATCHER;
        for (int i = 4; i < 40; i++) {
            runs.captures.add(new Capture(Capture.Purpose.NORMAL, 1_000 * i, Runs.THREAD + 1, 1_000 * i, 1_000 * i));
            runs.sampleOn(Runs.THREAD + 1, 1_000 * i + 20, "work");
        }
        assertThat(Attribution.of(runs.run()).normalStacks()).contains(new WeightedStack(Runs.stack("work"), 36, 36));
    }
}
