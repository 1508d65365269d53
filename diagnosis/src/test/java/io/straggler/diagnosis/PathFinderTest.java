package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.budget.IterationPath;
import io.straggler.diagnosis.budget.IterationPath.Delay;
import io.straggler.diagnosis.budget.IterationPath.Segment;
import io.straggler.diagnosis.stacks.IntervalStacks;
import io.straggler.model.CoreUser;
import io.straggler.model.Evidence;
import io.straggler.model.HandOver;
import io.straggler.model.IdleStack;
import io.straggler.model.Iteration;
import io.straggler.model.OffCoreInterval;
import io.straggler.model.OffCoreTimes;
import io.straggler.model.Outlier;
import io.straggler.model.RunId;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.StageTime;
import io.straggler.model.ThreadRole;
import io.straggler.model.ThreadUsage;
import io.straggler.model.WakeUp;
import io.straggler.model.WatchedThread;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PathFinderTest {
    private static final long US = 1_000;
    private static final long DISPATCHER = 7;
    private static final long WORKER = 8;
    private static final long FINISHER = 9;
    private static final long JAVA_ID = 100;

    private final List<WatchedThread> threads = new ArrayList<>(List.of(
            new WatchedThread("straggler-pacer", JAVA_ID + DISPATCHER, DISPATCHER, ThreadRole.DISPATCHER),
            new WatchedThread("worker", JAVA_ID + WORKER, WORKER, ThreadRole.HELPER),
            new WatchedThread("finisher", JAVA_ID + FINISHER, FINISHER, ThreadRole.HELPER)));
    private final List<Outlier> outliers = new ArrayList<>();
    private final List<StackSample> waits = new ArrayList<>();
    private final List<StackSample> captured = new ArrayList<>();
    private final List<ThreadUsage> usage = new ArrayList<>();
    private final List<IdleStack> seen = new ArrayList<>();
    private final List<StackSample> polling = new ArrayList<>();

    private void outlier(long startUs, long returnedUs, long endUs, long completedBy, StageTime... stages) {
        Iteration iteration = new Iteration(new RunId(0, 1), startUs * US, startUs * US, endUs * US, 0, 0);
        outliers.add(new Outlier(iteration, US, List.of(), Evidence.ANY_THREAD, "")
                .with(Optional.of(new HandOver(returnedUs * US, JAVA_ID + completedBy, List.of(stages)))));
    }

    private static StageTime stage(long thread, long freeSinceUs, long fromUs, long toUs) {
        return new StageTime(JAVA_ID + thread, freeSinceUs * US, fromUs * US, toUs * US);
    }

    private void waited(long thread, long fromUs, long toUs, String... stack) {
        waits.add(new StackSample(fromUs * US, toUs * US, thread, false, Runs.stack(stack)));
    }

    private void waitedForWork(long thread, long fromUs, long toUs) {
        waited(thread, fromUs, toUs, "loop", "take", "park");
    }

    /** A call that the worker's thread made, and that was handed on. */
    private void call(long startUs, long endUs, StageTime... stages) {
        callCompletedBy(0, startUs, endUs, stages);
    }

    private void callCompletedBy(long thread, long startUs, long endUs, StageTime... stages) {
        Iteration iteration = new Iteration(new RunId(0, 1), startUs * US, startUs * US, endUs * US, 0, 0);
        outliers.add(new Outlier(iteration, US, List.of(), WORKER, "com.acme.Orders.place")
                .with(Optional.of(new HandOver(stages[0].toNs(), JAVA_ID + thread, List.of(stages)))));
    }

    private static StageTime handed(long thread, long handedUs, long dueUs, long fromUs, long toUs) {
        return handedBy(StageTime.UNKNOWN, thread, handedUs, dueUs, fromUs, toUs);
    }

    private static StageTime handedBy(int stage, long thread, long handedUs, long dueUs, long fromUs, long toUs) {
        return new StageTime(
                JAVA_ID + thread, StageTime.UNKNOWN_NS, handedUs * US, dueUs * US, stage, fromUs * US, toUs * US);
    }

    /** The dispatcher stands for a helper that goes on for longer than who started it. */
    @Test
    void shouldGoFromHandOverToHandOverAndNotToWhoeverWasDoneLast() {
        callCompletedBy(
                FINISHER,
                100,
                5_000,
                stage(WORKER, 50, 100, 1_000),
                handedBy(0, DISPATCHER, 200, 200, 300, 1_200),
                handedBy(0, FINISHER, 900, 900, 1_300, 5_000));

        assertThat(segments(0))
                .containsExactly(
                        segment(100, 900, WORKER),
                        new Segment(900 * US, 1_300 * US, 1_300 * US, 5_000 * US, FINISHER, "finisher"));
    }

    @Test
    void shouldGoAlongWhatACallWasHandedOnTo() {
        call(100, 5_000, stage(WORKER, 50, 100, 150), handed(FINISHER, 140, 140, 1_140, 5_000));

        assertThat(segments(0))
                .containsExactly(
                        segment(100, 150, WORKER),
                        new Segment(150 * US, 1_140 * US, 1_140 * US, 5_000 * US, FINISHER, "finisher"));
    }

    @Test
    void shouldWaitForACoreWithAThreadThatHadNothingElseToDo() {
        call(100, 5_000, stage(WORKER, 50, 100, 150), handed(FINISHER, 140, 140, 1_140, 5_000));
        usage.add(ThreadUsage.of(100 * US, FINISHER)
                .between(1_140 * US, 5_000 * US)
                .offCore(Optional.of(
                        new OffCoreTimes(100 * US, List.of(new OffCoreInterval(20 * US, 1_135 * US, false)))))
                .build());

        assertThat(segments(0))
                .last()
                .isEqualTo(new Segment(150 * US, 150 * US, 1_140 * US, 5_000 * US, FINISHER, "finisher"));
    }

    @Test
    void shouldTellADelayFromTheQueueBehindIt() {
        call(100, 5_000, stage(WORKER, 50, 100, 150), handed(FINISHER, 140, 4_140, 4_200, 5_000));

        assertThat(path(0).orElseThrow().delays()).containsExactly(new Delay(150 * US, 4_140 * US, "finisher"));
        assertThat(segments(0))
                .last()
                .isEqualTo(new Segment(4_140 * US, 4_200 * US, 4_200 * US, 5_000 * US, FINISHER, "finisher"));
    }

    @Test
    void shouldLeaveAGapWhereACallWasOnAThreadThatNobodyFollows() {
        call(100, 5_000, stage(WORKER, 50, 100, 150), handed(FINISHER, 2_000, 2_000, 2_000, 2_500));

        assertThat(segments(0)).containsExactly(segment(100, 150, WORKER), segment(2_000, 2_500, FINISHER));
    }

    private Optional<IterationPath> path(int outlier) {
        PathFinder finder =
                new PathFinder(threads, outliers, new IntervalStacks(new ArrayList<>(waits)), seen, polling);
        return finder.of(outliers.get(outlier), captured, usage);
    }

    private List<Segment> segments(int outlier) {
        return path(outlier).orElseThrow().segments();
    }

    private static Segment segment(long fromUs, long toUs, long thread) {
        String name = thread == DISPATCHER ? "straggler-pacer" : thread == WORKER ? "worker" : "finisher";
        return new Segment(fromUs * US, toUs * US, thread, name);
    }

    /** The worker waits for a lock on its way, which is work. */
    private void twoStages() {
        outlier(100, 118, 5_500, FINISHER);
        waitedForWork(WORKER, 0, 120);
        waited(WORKER, 1_000, 2_000, "loop", "stage", "lock", "park");
        waitedForWork(WORKER, 3_200, 9_000);
        waitedForWork(FINISHER, 0, 3_250);
        waitedForWork(FINISHER, 5_510, 9_000);
    }

    @Test
    void shouldGoFromTheDispatcherThroughAllStages() {
        twoStages();

        assertThat(segments(0))
                .containsExactly(
                        segment(100, 118, DISPATCHER), segment(120, 3_200, WORKER), segment(3_250, 5_500, FINISHER));
    }

    @Test
    void shouldEndWithTheDispatcherWhereThatCompletesIt() {
        twoStages();
        outlier(20_000, 0, 30_000, DISPATCHER);

        assertThat(segments(1)).containsExactly(segment(20_000, 30_000, DISPATCHER));
    }

    @Test
    void shouldNotChargeTheTimeInWhichAThreadWorkedOnAnotherIteration() {
        twoStages();
        outlier(200, 210, 8_000, FINISHER);
        waits.removeIf(wait -> wait.osThreadId() == FINISHER && wait.sinceNs() > 0);
        waitedForWork(FINISHER, 8_010, 9_000);

        assertThat(segments(1))
                .last()
                .isEqualTo(new Segment(3_250 * US, 5_500 * US, 5_500 * US, 8_000 * US, FINISHER, "finisher"));
    }

    @Test
    void shouldLeaveAGapWhereNobodyIsKnownToHaveWorked() {
        twoStages();
        // A timer puts it into the finisher's queue.
        outlier(20_000, 20_010, 25_000, FINISHER);
        waitedForWork(WORKER, 9_000, 40_000);
        waitedForWork(FINISHER, 9_000, 24_000);

        assertThat(segments(1)).containsExactly(segment(20_000, 20_010, DISPATCHER), segment(24_000, 25_000, FINISHER));
    }

    @Test
    void shouldNotGuessWithoutTheThreadThatCompletedIt() {
        twoStages();
        outlier(20_000, 20_010, 25_000, 42);

        assertThat(path(1)).isEmpty();
    }

    @Test
    void shouldNotGuessWhereNobodyKnowsWhereThatThreadWaitsForWork() {
        outlier(100, 118, 5_500, FINISHER);

        assertThat(path(0)).isEmpty();
    }

    /** A wait that a thread is in while the iteration before is still in flight may be that one's fault. */
    @Test
    void shouldLearnWhereThreadsWaitForWorkOnlyWhileNothingIsInFlight() {
        twoStages();
        for (int i = 0; i < 20; i++) {
            outlier(1_100 + i, 1_101 + i, 6_000 + i, FINISHER);
        }

        assertThat(segments(0)).contains(segment(120, 3_200, WORKER));
    }

    private void captured(long thread, long atUs, String... stack) {
        captured.add(new StackSample(atUs * US, thread, false, Runs.stack(stack)));
    }

    /** Its switches, and how long it waited for cores; the reading begins at 0. */
    private void switches(long thread, long runDelayUs, OffCoreInterval... intervals) {
        usage.add(ThreadUsage.of(outliers.get(0).iteration().intendedNs(), thread)
                .between(0, 10_000 * US)
                .runDelayNs(runDelayUs * US)
                .offCore(Optional.of(new OffCoreTimes(0, List.of(intervals))))
                .build());
    }

    private static OffCoreInterval waitedOff(long fromUs, long toUs) {
        return new OffCoreInterval(fromUs * US, toUs * US, false);
    }

    /** By looking at each stack for each wait, and adding up waits one by one, it would take many minutes. */
    @Test
    @Timeout(120)
    void shouldSoonBeDoneWithAThreadThatWaitedVeryOften() {
        int often = 300_000;
        outlier(100, 118, 10L * often, FINISHER);
        seen.add(new IdleStack(FINISHER, List.of("loop", "take", "park")));
        List<StackFrame> idle = Runs.stack("loop", "take", "park");
        List<OffCoreInterval> waited = new ArrayList<>();
        for (int i = 20; i < often - 20; i++) {
            waited.add(waitedOff(10L * i, 10L * i + 5));
            captured.add(new StackSample((10L * i + 3) * US, FINISHER, false, idle));
        }
        usage.add(ThreadUsage.of(100 * US, FINISHER)
                .between(0, 10L * often * US)
                .offCore(Optional.of(new OffCoreTimes(0, waited)))
                .build());

        assertThat(segments(0))
                .last()
                .extracting(Segment::osThreadId, Segment::toNs)
                .containsExactly(FINISHER, 10L * often * US);
    }

    /** Its wait for work is longer than any event: nothing was recorded of it. */
    @Test
    void shouldNotTakeAThreadForBusyOfWhichOnlyAnIdleStackIsKnown() {
        twoStages();
        waits.removeIf(wait -> wait.osThreadId() == WORKER);
        seen.add(new IdleStack(WORKER, List.of("loop", "take", "park")));
        captured(WORKER, 3_000, "loop", "take", "park", "futex");

        assertThat(segments(0)).containsExactly(segment(100, 118, DISPATCHER), segment(3_250, 5_500, FINISHER));
    }

    /** A thread that waits in a selector does so without an event of the JVM. */
    @Test
    void shouldFollowAThreadThatWaitsWithoutEventsByItsSwitches() {
        outlier(100, 118, 5_500, WORKER);
        seen.add(new IdleStack(WORKER, List.of("java.lang.Thread.run", "loop", "take", "park")));
        switches(WORKER, 0, waitedOff(50, 130), waitedOff(1_000, 3_000), waitedOff(5_600, 9_000));
        captured(WORKER, 2_000, "loop", "stage", "sleep");

        assertThat(segments(0)).containsExactly(segment(100, 118, DISPATCHER), segment(130, 5_500, WORKER));
    }

    @Test
    void shouldTakeAWaitForWorkInWhichAStackShowsThat() {
        outlier(100, 118, 5_500, WORKER);
        seen.add(new IdleStack(WORKER, List.of("loop", "take", "park")));
        switches(WORKER, 0, waitedOff(50, 130), waitedOff(1_000, 5_000), waitedOff(5_600, 9_000));
        captured(WORKER, 2_000, "loop", "take", "park");

        assertThat(segments(0)).last().isEqualTo(segment(5_000, 5_500, WORKER));
    }

    /** It was handed the iteration at once, and had no core for two milliseconds. */
    @Test
    void shouldTellTheWaitForACoreFromAGap() {
        outlier(100, 118, 2_500, WORKER);
        waitedForWork(WORKER, 0, 2_120);
        waitedForWork(WORKER, 2_600, 9_000);
        switches(WORKER, 1_980, waitedOff(0, 2_120));

        assertThat(segments(0))
                .last()
                .isEqualTo(new Segment(140 * US, 140 * US, 2_120 * US, 2_500 * US, WORKER, "worker"));
    }

    @Test
    void shouldKnowFromItsWakeUpSinceWhenAThreadWaitedForACore() {
        outlier(100, 118, 2_500, WORKER);
        waitedForWork(WORKER, 0, 2_120);
        waitedForWork(WORKER, 2_600, 9_000);
        CoreUser dispatcher = new CoreUser(CoreUser.Kind.OWN_THREAD, DISPATCHER, "straggler-pacer");
        switches(
                WORKER,
                5_000,
                new OffCoreInterval(0, 2_120 * US, false, Optional.of(new WakeUp(120 * US, dispatcher)), List.of()));

        assertThat(segments(0))
                .last()
                .isEqualTo(new Segment(120 * US, 120 * US, 2_120 * US, 2_500 * US, WORKER, "worker"));
    }

    /** A third thread begins and ends its own work at the same time; the kernel says that the worker ended the finisher's wait. */
    @Test
    void shouldFollowTheRecordedWakeUpWhereTwoThreadsCouldHaveHandedOver() {
        twoStages();
        long other = 10;
        threads.add(new WatchedThread("other", JAVA_ID + other, other, ThreadRole.HELPER));
        waitedForWork(other, 0, 3_100);
        waitedForWork(other, 3_300, 9_000);
        CoreUser worker = new CoreUser(CoreUser.Kind.OWN_THREAD, WORKER, "worker");
        switches(
                FINISHER,
                0,
                new OffCoreInterval(0, 3_250 * US, false, Optional.of(new WakeUp(3_240 * US, worker)), List.of()));

        assertThat(segments(0)).extracting(Segment::osThreadId).containsExactly(DISPATCHER, WORKER, FINISHER);
    }

    /** Both parts of a fork were woken up, and the one that was done last had to wait for the other's core. */
    @Test
    void shouldGoThroughThePartOfAForkThatHadTheCore() {
        outlier(100, 118, 2_500, FINISHER);
        waitedForWork(WORKER, 0, 130);
        waitedForWork(WORKER, 2_100, 9_000);
        waitedForWork(FINISHER, 0, 2_120);
        waitedForWork(FINISHER, 2_600, 9_000);
        switches(FINISHER, 1_980, waitedOff(0, 2_120));

        assertThat(segments(0))
                .containsExactly(
                        segment(100, 118, DISPATCHER),
                        segment(130, 2_100, WORKER),
                        new Segment(2_100 * US, 2_100 * US, 2_120 * US, 2_500 * US, FINISHER, "finisher"));
    }

    @Test
    void shouldGoAlongTheStagesThatTheTaskNames() {
        outlier(100, 118, 5_500, FINISHER, stage(WORKER, 50, 120, 3_200), stage(FINISHER, 60, 3_250, 5_480));

        assertThat(segments(0))
                .containsExactly(
                        segment(100, 118, DISPATCHER), segment(120, 3_200, WORKER), segment(3_250, 5_500, FINISHER));
    }

    /** A stack was taken of the second one only, so that nobody said the name of the first. */
    @Test
    void shouldGoAlongStagesOfVirtualThreadsWhetherTheyWereWatchedOrNot() {
        threads.add(new WatchedThread("order-2", 52, -52, ThreadRole.HELPER));
        outlier(
                100,
                118,
                5_500,
                52 - JAVA_ID,
                new StageTime(51, StageTime.UNKNOWN_NS, 130 * US, 3_200 * US),
                new StageTime(52, StageTime.UNKNOWN_NS, 3_250 * US, 5_480 * US));

        assertThat(segments(0))
                .containsExactly(
                        segment(100, 118, DISPATCHER),
                        new Segment(118 * US, 118 * US, 130 * US, 3_200 * US, -51, "virtual"),
                        new Segment(3_200 * US, 3_200 * US, 3_250 * US, 5_500 * US, -52, "order-2"));
    }

    /** It may have been at work on another one. */
    @Test
    void shouldNotSayWhatAnIterationWaitedForInFrontOfAVirtualThreadOfSeveral() {
        StageTime stage = new StageTime(51, StageTime.UNKNOWN_NS, 2_130 * US, 3_200 * US);
        outlier(100, 118, 3_200, 51 - JAVA_ID, stage);
        outlier(90, 95, 2_500, 51 - JAVA_ID, new StageTime(51, StageTime.UNKNOWN_NS, 100 * US, 2_120 * US));

        assertThat(segments(0))
                .containsExactly(segment(100, 118, DISPATCHER), new Segment(2_130 * US, 3_200 * US, -51, "virtual"));
    }

    @Test
    void shouldSayThatAnIterationWasQueuedForAThreadThatWasInAnotherStage() {
        outlier(100, 118, 5_500, FINISHER, stage(WORKER, 50, 120, 1_200), stage(FINISHER, 5_000, 5_010, 5_500));

        assertThat(segments(0))
                .last()
                .isEqualTo(new Segment(1_200 * US, 5_010 * US, 5_010 * US, 5_500 * US, FINISHER, "finisher"));
    }

    @Test
    void shouldTellTheWaitForACoreBeforeAStage() {
        outlier(100, 118, 2_500, WORKER, stage(WORKER, 50, 2_120, 2_500));
        switches(WORKER, 1_980, waitedOff(0, 2_120));

        assertThat(segments(0))
                .last()
                .isEqualTo(new Segment(140 * US, 140 * US, 2_120 * US, 2_500 * US, WORKER, "worker"));
    }

    /** The worker's part was done long before the finisher's, and both began at once. */
    @Test
    void shouldLeaveOutStagesBesideThePath() {
        outlier(100, 118, 5_500, FINISHER, stage(WORKER, 50, 125, 1_200), stage(FINISHER, 60, 120, 5_500));

        assertThat(segments(0)).containsExactly(segment(100, 118, DISPATCHER), segment(120, 5_500, FINISHER));
    }

    /** It hands over from within its stage, and closes that a little later. */
    @Test
    void shouldFollowAStageThatIsClosedBehindTheNextOne() {
        outlier(100, 118, 5_500, FINISHER, stage(WORKER, 50, 120, 3_270), stage(FINISHER, 60, 3_250, 5_500));

        assertThat(segments(0))
                .containsExactly(
                        segment(100, 118, DISPATCHER), segment(120, 3_250, WORKER), segment(3_250, 5_500, FINISHER));
    }

    @Test
    void shouldCountAStageWithinAnotherOfTheSameIterationOnce() {
        outlier(100, 118, 2_500, WORKER, stage(WORKER, 50, 120, 2_500), stage(WORKER, 300, 300, 400));

        assertThat(segments(0)).containsExactly(segment(100, 118, DISPATCHER), segment(120, 2_500, WORKER));
    }

    /** A thread that names no stage completed it. */
    @Test
    void shouldGoOnFromTheLastStageToWhoCompletedIt() {
        outlier(100, 118, 5_500, FINISHER, stage(WORKER, 50, 120, 3_200));
        waitedForWork(FINISHER, 0, 3_250);
        waitedForWork(FINISHER, 5_510, 9_000);

        assertThat(segments(0)).last().isEqualTo(segment(3_250, 5_500, FINISHER));
    }

    private void polls(long thread, String... stack) {
        polling.add(new StackSample(0, thread, true, Runs.stack(stack)));
    }

    /** Both threads ask their queues without end; captures come every 500. */
    @Test
    void shouldFollowThreadsThatPollByTheirStacks() {
        outlier(100, 118, 2_900, FINISHER);
        for (long thread : List.of(WORKER, FINISHER)) {
            polls(thread, "loop", "java.util.Queue.poll", "java.util.Node.item");
            polls(thread, "loop", "spin");
        }
        captured(WORKER, 500, "loop", "stage", "slow");
        captured(FINISHER, 510, "loop", "spin");
        captured(WORKER, 1_000, "loop");
        captured(FINISHER, 1_010, "loop", "java.util.Queue.poll", "java.util.Node.head");
        captured(WORKER, 1_500, "loop", "spin");
        captured(FINISHER, 1_510, "loop", "java.util.Queue.poll");
        captured(WORKER, 2_000, "loop", "spin");
        captured(FINISHER, 2_010, "loop", "finish");
        captured(WORKER, 2_500, "loop", "java.util.Queue.poll");
        captured(FINISHER, 2_510, "loop", "java.util.Queue.poll", "acme.Queue.onTaken");

        assertThat(segments(0))
                .containsExactly(
                        segment(100, 118, DISPATCHER),
                        segment(118, 1_500, WORKER),
                        new Segment(1_510_001, 1_510_001, 1_510_001, 2_900 * US, FINISHER, "finisher"));
    }

    /** It would have taken the iteration at once, but for the core that it had lost before. */
    @Test
    void shouldChargeTheTimeWithoutACoreOfAThreadThatPolls() {
        outlier(100, 118, 4_100, WORKER);
        polls(WORKER, "loop", "spin");
        switches(WORKER, 4_000, new OffCoreInterval(0, 4_000 * US, true));
        captured(WORKER, 4_001, "loop", "spin");

        assertThat(segments(0))
                .containsExactly(
                        segment(100, 118, DISPATCHER),
                        new Segment(118 * US, 118 * US, 4_001_001, 4_100 * US, WORKER, "worker"));
    }

    /** The finisher is at work on another iteration until 5,500, and takes this one out of its queue then. */
    @Test
    void shouldSayThatAnIterationWasQueuedForAThreadThatWorkedOnAnother() {
        twoStages();
        outlier(3_300, 3_310, 8_000, FINISHER);
        waits.removeIf(wait -> wait.osThreadId() == FINISHER && wait.sinceNs() > 0);
        waits.removeIf(wait -> wait.osThreadId() == WORKER && wait.sinceNs() > 3_000 * US);
        waitedForWork(WORKER, 3_200, 3_320);
        waitedForWork(WORKER, 3_500, 9_000);
        waitedForWork(FINISHER, 8_010, 9_000);

        assertThat(segments(1))
                .containsExactly(
                        segment(3_300, 3_310, DISPATCHER),
                        segment(3_320, 3_500, WORKER),
                        new Segment(3_500 * US, 5_500 * US, 5_500 * US, 8_000 * US, FINISHER, "finisher"));
    }
}
