package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.straggler.diagnosis.blame.Blame;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.Rules;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.diagnosis.budget.division.TimeDivision;
import io.straggler.diagnosis.budget.reading.NormalCode;
import io.straggler.diagnosis.budget.reading.StackReadings;
import io.straggler.model.Evidence;
import io.straggler.model.FrameKind;
import io.straggler.model.HandOver;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.Place;
import io.straggler.model.RecordedRun;
import io.straggler.model.RunId;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.StageTime;
import io.straggler.model.ThreadRole;
import io.straggler.model.ThreadUsage;
import io.straggler.model.WatchedThread;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Calls that go on after their methods have returned: what other threads do for them is theirs, and nothing else. */
class CallsOnSeveralThreadsTest {
    private static final long MS = 1_000_000;
    private static final long CALLER = 7;
    private static final long WORKER = 8;
    private static final long STRANGER = 9;
    private static final long JAVA_ID = 100;

    private static WatchedThread thread(long osThreadId, String name) {
        return new WatchedThread(name, JAVA_ID + osThreadId, osThreadId, ThreadRole.SEQUENTIAL);
    }

    private static Evidence sleep(long thread, long fromMs, long toMs) {
        return new Evidence(Evidence.Kind.SLEEP, fromMs * MS, toMs * MS, thread, Place.of("pause"));
    }

    private static ThreadUsage usage(long thread) {
        return ThreadUsage.of(0, thread).between(0, 20 * MS).build();
    }

    private static StageTime handed(long handedMs, long dueMs, long fromMs, long toMs) {
        return new StageTime(
                JAVA_ID + WORKER, StageTime.UNKNOWN_NS, handedMs * MS, dueMs * MS, 0, fromMs * MS, toMs * MS);
    }

    private static DiagnosedOutlier diagnosed(StageTime second) {
        return diagnosed(second, sleep(WORKER, 11, 20));
    }

    private static DiagnosedOutlier diagnosed(StageTime second, Evidence ofWorker) {
        return diagnosed(second, ofWorker, List.of());
    }

    private static DiagnosedOutlier diagnosed(StageTime second, Evidence ofWorker, List<StackSample> samples) {
        Iteration iteration = new Iteration(new RunId(0, 1), 0, 0, 20 * MS, 0, 0);
        StageTime first = new StageTime(JAVA_ID + CALLER, StageTime.UNKNOWN_NS, 0, MS);
        Outlier call = new Outlier(iteration, MS, List.of(), CALLER, "com.acme.Orders.place")
                .with(Optional.of(new HandOver(MS, JAVA_ID + WORKER, List.of(first, second))));
        return Attribution.of(RecordedRun.builder()
                        .threads(
                                List.of(thread(CALLER, "http-1"), thread(WORKER, "pool-3"), thread(STRANGER, "http-2")))
                        .outliers(List.of(call))
                        .usage(List.of(usage(WORKER), usage(STRANGER)))
                        .evidence(List.of(sleep(CALLER, 2, 19), sleep(STRANGER, 0, 20), ofWorker))
                        .samples(samples)
                        .build())
                .outliers()
                .get(0);
    }

    private static TimeBudget budget(StageTime second) {
        return TimeDivision.of(
                diagnosed(second), 0, Optional.empty(), new StackReadings(NormalCode.UNKNOWN), Rules.STANDARD);
    }

    @Test
    void shouldChargeEachThreadWithWhatItDidWhileItHadTheCall() {
        TimeBudget budget = budget(handed(1, 1, 10, 20));

        assertThat(budget.parts())
                .filteredOn(part -> part.cause() == Cause.SLEEP)
                .flatExtracting(part -> part.where())
                .extracting(where -> where.place().words(), where -> where.ns())
                .containsExactly(tuple("pause, on pool-*", 9 * MS));
        assertThat(budget.parts())
                .filteredOn(part -> part.cause() == Cause.INHERITED)
                .extracting(part -> part.ns())
                .containsExactly(9 * MS);
        assertThat(budget.parts().stream().mapToLong(part -> part.ns()).sum()).isEqualTo(20 * MS);
        assertThat(diagnosed(handed(1, 1, 10, 20)).evidence())
                .extracting(Evidence::osThreadId)
                .containsOnly(CALLER, WORKER);
        assertThat(diagnosed(handed(1, 1, 10, 20)).usage())
                .extracting(ThreadUsage::osThreadId)
                .containsExactly(WORKER);
    }

    /** One thread may serve thousands of calls in the time of one. */
    @Test
    void shouldKeepTheStacksOfTheTimeInWhichAThreadHadTheCall() {
        StackSample during = sample(CALLER, 0);
        StackSample behind = sample(CALLER, 5);
        StackSample after = sample(WORKER, 15);

        DiagnosedOutlier one = diagnosed(
                handed(1, 1, 10, 20),
                sleep(STRANGER, 0, 1),
                List.of(during, sample(STRANGER, 4), behind, sample(CALLER, 9), after));

        assertThat(one.stacks())
                .as("the one behind ends the time of the one before")
                .containsExactly(during, behind, after);
        assertThat(one.stacksNs().get(1)).isZero();
        assertThat(one.askedNs()).hasSize(3);
        assertThat(one.untilNs()).hasSize(3);
    }

    private static StackSample sample(long thread, long atMs) {
        return new StackSample(
                atMs * MS, thread, true, List.of(new StackFrame("com.acme.Orders.place", FrameKind.JAVA)));
    }

    @Test
    void shouldSayWhatElseAThreadDidWhileACallWasQueuedForIt() {
        TimeBudget budget = TimeDivision.of(
                diagnosed(handed(1, 1, 10, 20), sleep(WORKER, 0, 9)),
                0,
                Optional.empty(),
                new StackReadings(NormalCode.UNKNOWN),
                Rules.STANDARD);

        assertThat(budget.parts())
                .filteredOn(part -> part.cause() == Cause.OTHER_WORK)
                .flatExtracting(part -> part.where())
                .extracting(where -> where.place().words(), where -> where.ns())
                .containsExactly(tuple("pause, on pool-*", 8 * MS));
        assertThat(budget.parts()).noneMatch(part -> part.cause() == Cause.SLEEP);
        assertThat(budget.parts().stream().mapToLong(part -> part.ns()).sum()).isEqualTo(20 * MS);
    }

    @Test
    void shouldChargeAQueueToOtherWorkOnlyForWhatCulpritsDoNotExplain() {
        DiagnosedOutlier one = diagnosed(handed(1, 1, 10, 20), sleep(WORKER, 0, 10));
        long ownNs = 11 * MS;
        assertThat(otherWorkNs(one, new Blame.Parts(ownNs, 0, 4 * MS, 5 * MS))).isEqualTo(5 * MS);
        assertThat(otherWorkNs(one, new Blame.Parts(ownNs, 0, 9 * MS, 0))).isZero();
        // What a third of the queue went to says too little of the rest.
        DiagnosedOutlier little = diagnosed(handed(1, 1, 10, 20), sleep(WORKER, 0, 3));
        assertThat(otherWorkNs(little, new Blame.Parts(ownNs, 0, 0, 9 * MS))).isZero();
    }

    private static long otherWorkNs(DiagnosedOutlier one, Blame.Parts queued) {
        return TimeDivision.of(one, 0, Optional.of(queued), new StackReadings(NormalCode.UNKNOWN), Rules.STANDARD)
                .parts()
                .stream()
                .filter(part -> part.cause() == Cause.OTHER_WORK)
                .mapToLong(part -> part.ns())
                .sum();
    }

    @Test
    void shouldSayForHowLongTheProgramHadWantedATaskToWait() {
        TimeBudget budget = budget(handed(1, 9, 10, 20));

        assertThat(budget.parts())
                .filteredOn(part -> part.cause() == Cause.SLEEP)
                .flatExtracting(part -> part.where())
                .extracting(where -> where.place().words(), where -> where.ns())
                .containsExactlyInAnyOrder(
                        tuple("pause, on pool-*", 9 * MS), tuple("delay of a scheduled task, on pool-*", 8 * MS));
        assertThat(budget.parts().stream().mapToLong(part -> part.ns()).sum()).isEqualTo(20 * MS);
    }

    @Test
    void shouldSayBehindWhichThreadACallWasOutOfSight() {
        // Whoever handed it over did so on a thread that nobody follows.
        TimeBudget budget = budget(handed(10, 10, 10, 20));

        assertThat(budget.parts())
                .filteredOn(part -> part.cause() == Cause.UNEXPLAINED)
                .flatExtracting(part -> part.where())
                .extracting(where -> where.place().words(), where -> where.ns())
                .containsExactly(tuple("on no thread that is followed, behind http-*", 9 * MS));
    }
}
