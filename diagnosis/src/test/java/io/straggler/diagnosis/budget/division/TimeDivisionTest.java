package io.straggler.diagnosis.budget.division;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import io.straggler.diagnosis.Runs;
import io.straggler.diagnosis.blame.Blame;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.Rules;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.diagnosis.budget.reading.NormalCode;
import io.straggler.diagnosis.budget.reading.StackReadings;
import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.FrameKind;
import io.straggler.model.Place;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TimeDivisionTest extends OneOutlier {
    @Test
    void shouldCountAGcPauseInsideAVmOperationOnceAsGc() {
        outlier(0, 0, 1_000);
        event(Kind.TIME_TO_SAFEPOINT, 1_050, 1_120);
        event(Kind.VM_OPERATION, 1_100, 1_400);
        event(Kind.GC_PAUSE, 1_150, 1_350);

        assertThat(reported())
                .isEqualTo(Map.of(
                        Cause.GC_PAUSE,
                        200L,
                        Cause.VM_OPERATION,
                        100L,
                        Cause.TIME_TO_SAFEPOINT,
                        50L,
                        Cause.NOT_SEEN,
                        650L - NORMAL_NS,
                        Cause.USUAL_WORK,
                        NORMAL_NS));
        assertThat(partsFound()).contains(tuple(Cause.VM_OPERATION, 100L, 1, 0));
    }

    @Test
    void shouldCountEventsThatOverlapOnce() {
        outlier(0, 0, 1_000);
        event(Kind.GC_PAUSE, 1_100, 1_300);
        event(Kind.GC_PAUSE, 1_200, 1_400);
        event(Kind.GC_PAUSE, 1_250, 1_260);

        assertThat(partsFound()).contains(tuple(Cause.GC_PAUSE, 300L, 3, 0));
        assertThat(reported()).containsEntry(Cause.NOT_SEEN, 700L - NORMAL_NS);
    }

    @Test
    void shouldCountOnlyWhatFellIntoItsOwnTime() {
        outlier(500, 0, 1_000);
        event(Kind.GC_PAUSE, 600, 1_100);
        event(Kind.SLEEP, 1_900, 2_500);

        assertThat(reported())
                .isEqualTo(Map.of(
                        Cause.GC_PAUSE,
                        100L,
                        Cause.SLEEP,
                        100L,
                        Cause.NOT_SEEN,
                        800L - NORMAL_NS,
                        Cause.INHERITED,
                        500L,
                        Cause.USUAL_WORK,
                        NORMAL_NS));
    }

    @Test
    void shouldLeaveAVmOperationOutThatStopsNobody() {
        outlier(0, 0, 100);
        runs.evidence.add(
                new Evidence(Kind.VM_WORK, 1_000, 1_100, Evidence.ANY_THREAD, Place.of("HandshakeAllThreads")));

        assertThat(reported()).isEqualTo(Map.of(Cause.NOT_SEEN, 100L - NORMAL_NS, Cause.USUAL_WORK, NORMAL_NS));
    }

    @Test
    void shouldCapTheWaitForACoreByWhatStopsLeft() {
        outlier(0, 0, 1_000);
        event(Kind.GC_PAUSE, 1_100, 1_400);
        event(Kind.PARK, 1_300, 2_000);
        waitedForCore(5_000);

        // The park is mentioned: it is why there was a core to wait for.
        assertThat(reported()).isEqualTo(Map.of(Cause.GC_PAUSE, 300L, Cause.RUN_QUEUE, 700L, Cause.PARK, 0L));
        assertThat(budget().goesWithNs(Cause.PARK)).isEqualTo(600);
    }

    @Test
    void shouldNotTakeTheWaitForACoreFromAParkWhileThereIsOtherTime() {
        outlier(0, 0, 1_000);
        event(Kind.PARK, 1_500, 2_000);
        waitedForCore(200);

        assertThat(reported())
                .isEqualTo(Map.of(
                        Cause.RUN_QUEUE,
                        200L,
                        Cause.PARK,
                        500L,
                        Cause.NOT_SEEN,
                        300L - NORMAL_NS,
                        Cause.USUAL_WORK,
                        NORMAL_NS));

        // A wait as long as half of the park is no waking up.
        runs.usage.clear();
        waitedForCore(800);
        assertThat(reported()).isEqualTo(Map.of(Cause.RUN_QUEUE, 800L, Cause.PARK, 200L));
        // But it came, as far as it was within the park's event, of having been parked.
        assertThat(budget().goesWithNs(Cause.PARK)).isEqualTo(500);
        assertThat(budget().goesWithNs(Cause.RUN_QUEUE)).isEqualTo(800);
    }

    @Test
    void shouldPutTheWaitForACoreWhereNoStackWasTaken() {
        outlier(0, 0, 1_000);
        running(1_100, 1_200, 1_800, 1_900);
        waitedForCore(400);

        // The stack at 1,800 was taken when the thread was back: it speaks for what comes after, not before.
        assertThat(reported())
                .isEqualTo(Map.of(
                        Cause.RUN_QUEUE,
                        400L,
                        Cause.NOT_SEEN,
                        100L - NORMAL_NS,
                        Cause.USUAL_WORK,
                        NORMAL_NS,
                        Cause.CODE,
                        500L));
    }

    @Test
    void shouldBlameTheStackAfterAGapThatAWaitForACoreExplainsLittleOf() {
        outlier(0, 0, 1_000);
        running(1_100, 1_200, 1_800, 1_900);
        waitedForCore(200);

        assertThat(reported())
                .isEqualTo(Map.of(
                        Cause.RUN_QUEUE,
                        200L,
                        Cause.NOT_SEEN,
                        100L - NORMAL_NS,
                        Cause.USUAL_WORK,
                        NORMAL_NS,
                        Cause.CODE,
                        700L));
    }

    @Test
    void shouldNotBlameTheFrameInWhichItParked() {
        outlier(0, 0, 1_000);
        running(1_000, 1_300, 1_500, 1_900);
        event(Kind.PARK, 1_200, 1_600);

        // Intervals: 1,000–1,150 and 1,700–2,000 ran. Those of the two stacks in the park, 1,150–1,700, were the call
        // that
        // parked.
        assertThat(reported())
                .isEqualTo(Map.of(Cause.PARK, 550L, Cause.USUAL_WORK, NORMAL_NS, Cause.CODE, 450L - NORMAL_NS));
        assertThat(partsFound()).contains(tuple(Cause.CODE, 450 - NORMAL_NS, 0, 2));
    }

    @Test
    void shouldNotBlameTheFrameInWhichAGcCaughtIt() {
        outlier(0, 0, 1_000);
        running(1_500);
        event(Kind.GC_PAUSE, 1_400, 1_900);

        assertThat(reported())
                .isEqualTo(Map.of(
                        Cause.GC_PAUSE,
                        500L,
                        Cause.NOT_SEEN,
                        400L - NORMAL_NS,
                        Cause.UNEXPLAINED,
                        100L,
                        Cause.USUAL_WORK,
                        NORMAL_NS));
    }

    /** Whoever asks for a stop does more than wait for its end, and its stack shows the call. */
    @ParameterizedTest
    @CsvSource({"VM_OPERATION, VM_OPERATION", "GC_PAUSE, GC_PAUSE"})
    void shouldGiveAStopTheTimeAroundItOfTheThreadThatAskedForIt(Kind kind, Cause cause) {
        outlier(0, 0, 1_000);
        eventOn(Evidence.ANY_THREAD, kind, 1_300, 1_700);
        List<StackFrame> frames = new ArrayList<>(Runs.stack("task", "java.lang.Thread.getAllStackTraces"));
        frames.add(new StackFrame("VMThread::execute", FrameKind.CPP));
        runs.samples.add(new StackSample(1_500, Runs.THREAD, true, frames));

        assertThat(reported()).containsEntry(cause, 700L).doesNotContainKey(Cause.UNEXPLAINED);
    }

    /** The JDK's code around a call of the system is part of that; without the core it says nothing of it. */
    @Test
    void shouldCountTheJdksWorkForACallOfTheSystemAsThatCall() {
        outlier(0, 0, 1_000);
        for (long timeNs : new long[] {1_000, 1_500}) {
            runs.samples.add(new StackSample(
                    timeNs,
                    Runs.THREAD,
                    timeNs < 1_500,
                    Runs.stack("task", "java.nio.file.Files.list", "java.lang.String.substring")));
        }

        assertThat(reported()).containsOnlyKeys(Cause.FILE_IO, Cause.BLOCKED);
        assertThat(budget().parts().get(0).where().get(0).place().words()).isEqualTo("java.nio.file.Files.list < task");
    }

    @Test
    void shouldTellBlockedFromRunning() {
        outlier(0, 0, 1_000);
        running(1_000, 1_100);
        blocked(1_300, 1_500);

        assertThat(reported())
                .isEqualTo(Map.of(Cause.BLOCKED, 800L, Cause.USUAL_WORK, NORMAL_NS, Cause.CODE, 200L - NORMAL_NS));
        assertThat(partsFound()).contains(tuple(Cause.BLOCKED, 800L, 0, 2));
    }

    @Test
    void shouldCallWorkUsualUpToWhatIsNormal() {
        outlier(0, 0, 8);
        running(1_000);

        assertThat(reported()).isEqualTo(Map.of(Cause.USUAL_WORK, 8L));
    }

    @Test
    void shouldCallLatenessOfThePacingThreadByItsNameUnlessSomethingExplainsIt() {
        outlier(0, 500, 100);
        event(Kind.GC_PAUSE, 1_000, 1_200);
        // How the pacing thread waits is its own business; only while the task runs does a park count.
        event(Kind.PARK, 900, 1_550);

        assertThat(reported())
                .isEqualTo(Map.of(
                        Cause.GC_PAUSE,
                        200L,
                        Cause.DISPATCH,
                        300L,
                        Cause.PARK,
                        50L,
                        Cause.NOT_SEEN,
                        50L - NORMAL_NS,
                        Cause.USUAL_WORK,
                        NORMAL_NS));

        // It was not on a core for 450: in the pause, and 250 more, which is too long to be a part of that.
        waitedForCore(450);
        assertThat(reported())
                .isEqualTo(Map.of(
                        Cause.GC_PAUSE,
                        200L,
                        Cause.RUN_QUEUE,
                        250L,
                        Cause.DISPATCH,
                        50L,
                        Cause.PARK,
                        50L,
                        Cause.NOT_SEEN,
                        50L - NORMAL_NS,
                        Cause.USUAL_WORK,
                        NORMAL_NS));
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {
                "MONITOR_ENTER",
                "PARK",
                "MONITOR_WAIT",
                "SLEEP",
                "FILE_IO",
                "SOCKET_IO",
                "CLASS_LOADING",
                "ALLOCATION"
            })
    void shouldGiveTheTimeOfWhatBlockedItToThat(Kind kind) {
        outlier(0, 0, 1_000);
        running(1_000);
        event(kind, 1_200, 1_500);

        TimeBudget budget = budget();

        TimeBudget.Part part = budget.parts().stream()
                .filter(one -> one.cause().kind().equals(Optional.of(kind)))
                .findFirst()
                .orElseThrow();
        assertThat(part.ns()).isEqualTo(300);
        assertThat(part.events()).isEqualTo(1);
        assertThat(budget.ns(Cause.CODE) + budget.ns(Cause.USUAL_WORK)).isEqualTo(700);
    }

    @ParameterizedTest
    @EnumSource(
            value = Cause.class,
            names = {"DEOPTIMIZATION", "COMPILATION"})
    void shouldMentionAndNotBlame(Cause cause) {
        outlier(0, 0, 1_000);
        running(1_000);
        event(cause.kind().orElseThrow(), 1_200, 1_500);
        event(cause.kind().orElseThrow(), 1_200, 1_200);

        assertThat(partsFound()).contains(tuple(cause, 0L, 2, 0));
        assertThat(budget().ns(Cause.CODE)).isEqualTo(1_000 - NORMAL_NS);
    }

    @Test
    void shouldGoByACaptureWhereTheRecordingDoesNotNameMethodsOfAnEvent() {
        outlier(0, 0, 1_000);
        runs.evidence.add(new Evidence(Kind.SLEEP, 1_100, 1_900, Runs.THREAD, Place.NONE));
        runs.eventStack(1_100, 1_900, "com.acme.Task$$Lambda.run", "[unknown]", "java.lang.Thread.sleep");
        runs.sample(1_500, "com.acme.Task$$Lambda.run", "com.acme.Task.fetch", "java.lang.Thread.sleep");

        assertThat(budget().parts())
                .filteredOn(part -> part.cause() == Cause.SLEEP)
                .flatExtracting(TimeBudget.Part::where)
                .extracting(where -> where.place().words())
                .contains("com.acme.Task.fetch")
                .doesNotContain("com.acme.Task$$Lambda.run");
    }

    @Test
    void shouldSayWhoGotIntoWhatBlockedIt() {
        outlier(0, 0, 1_000);
        runs.evidence.add(new Evidence(Kind.SOCKET_IO, 1_100, 1_900, Runs.THREAD, Place.of("read", "localhost:1")));
        runs.eventStack(1_100, 1_900, "com.acme.Task.run", "com.acme.Client.ask", "java.net.Socket.read");
        runs.evidence.add(new Evidence(Kind.SLEEP, 1_910, 1_990, Runs.THREAD, Place.NONE));
        runs.eventStack(1_910, 1_990, "com.acme.Task.run", "java.lang.Thread.sleep");

        assertThat(reported())
                .isEqualTo(Map.of(
                        Cause.SOCKET_IO,
                        800L,
                        Cause.SLEEP,
                        80L,
                        Cause.NOT_SEEN,
                        120L - NORMAL_NS,
                        Cause.USUAL_WORK,
                        NORMAL_NS));
        assertThat(budget().parts())
                .flatExtracting(TimeBudget.Part::where)
                .extracting(where -> where.place().words())
                .contains("read, localhost:1 < com.acme.Client.ask", "com.acme.Task.run");
    }

    @Test
    void shouldTellByItsStackWhatAnEventWasOf() {
        outlier(0, 0, 1_000);
        runs.eventStack(1_100, 1_900, "com.acme.Task.run", "java.lang.Thread.sleep");

        assertThat(reported())
                .isEqualTo(Map.of(Cause.SLEEP, 800L, Cause.NOT_SEEN, 200L - NORMAL_NS, Cause.USUAL_WORK, NORMAL_NS));
    }

    @Test
    void shouldDivideWhatItInheritedByBlame() {
        outlier(500, 0, 8);
        running(1_000);

        TimeBudget budget = TimeDivision.of(
                diagnosed(),
                NORMAL_NS,
                Optional.of(new Blame.Parts(8, 0, 400, 100)),
                new StackReadings(NormalCode.UNKNOWN),
                Rules.STANDARD);

        assertThat(budget.parts())
                .extracting("cause", "ns")
                .containsExactly(tuple(Cause.USUAL_WORK, 8L), tuple(Cause.CULPRITS, 400L), tuple(Cause.LOAD, 100L));
    }

    @Test
    void shouldRefusePartsOfAnotherOutlier() {
        outlier(500, 0, 8);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> TimeDivision.of(
                        diagnosed(),
                        NORMAL_NS,
                        Optional.of(new Blame.Parts(8, 0, 400, 99)),
                        new StackReadings(NormalCode.UNKNOWN),
                        Rules.STANDARD))
                .withMessage("parts must be of this outlier: queuedNs=499, knownNs=500");
    }
}
