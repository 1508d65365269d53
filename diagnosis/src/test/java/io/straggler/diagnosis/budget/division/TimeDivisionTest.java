package io.straggler.diagnosis.budget.division;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import io.straggler.diagnosis.Attribution;
import io.straggler.diagnosis.Queues;
import io.straggler.diagnosis.Runs;
import io.straggler.diagnosis.blame.Blame;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.Rules;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.diagnosis.budget.Where;
import io.straggler.diagnosis.budget.reading.NormalCode;
import io.straggler.diagnosis.budget.reading.StackReadings;
import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.FrameKind;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadAccounting;
import io.straggler.model.hook.ThreadRole;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeDivisionTest {
    private static final long NORMAL_NS = 10;

    private final Runs runs = new Runs();

    /** Could have started at 1,000, whatever it inherited. */
    private void outlier(long inheritedNs, long dispatchNs, long serviceNs) {
        Iteration iteration = new Iteration(
                Queues.RUN,
                1_000 - inheritedNs,
                1_000 + dispatchNs,
                1_000 + dispatchNs + serviceNs,
                inheritedNs,
                dispatchNs);
        runs.outliers.add(new Outlier(iteration, 1, List.of()));
    }

    private void event(Kind kind, long startNs, long endNs) {
        eventOn(
                kind == Kind.GC_PAUSE || kind == Kind.VM_OPERATION ? Evidence.ANY_THREAD : Runs.THREAD,
                kind,
                startNs,
                endNs);
    }

    private void eventOn(long thread, Kind kind, long startNs, long endNs) {
        runs.evidence.add(new Evidence(kind, startNs, endNs, thread, ""));
    }

    private void running(long... timesNs) {
        for (long timeNs : timesNs) {
            runs.sample(timeNs, "task");
        }
    }

    private void blocked(long... timesNs) {
        for (long timeNs : timesNs) {
            runs.samples.add(new StackSample(timeNs, Runs.THREAD, false, Runs.stack("task", "read")));
        }
    }

    private void waitedForCore(long runDelayNs) {
        Iteration iteration = runs.outliers.get(0).iteration();
        long fromNs = iteration.startNs() - iteration.dispatchNs();
        long cpuNs = iteration.endNs() - fromNs - runDelayNs;
        account(new ThreadAccounting(
                iteration.intendedNs(),
                Runs.THREAD,
                fromNs,
                iteration.endNs(),
                runDelayNs,
                cpuNs,
                0,
                0,
                0,
                1,
                0,
                0,
                0));
    }

    private void account(ThreadAccounting accounting) {
        runs.accounting.add(accounting);
    }

    private DiagnosedOutlier diagnosed() {
        return Attribution.of(runs.run()).outliers().get(0);
    }

    private TimeBudget budget() {
        return budget(NormalCode.UNKNOWN);
    }

    private TimeBudget budget(NormalCode normal) {
        return TimeDivision.of(diagnosed(), NORMAL_NS, Optional.empty(), new StackReadings(normal), Rules.STANDARD);
    }

    private List<Tuple> partsFound() {
        return budget().parts().stream()
                .map(part -> tuple(part.cause(), part.ns(), part.events(), part.stacks()))
                .toList();
    }

    private Map<Cause, Long> reported() {
        TimeBudget budget = budget();
        Map<Cause, Long> reported = new EnumMap<>(Cause.class);
        budget.parts().forEach(part -> reported.merge(part.cause(), part.ns(), Long::sum));
        assertThat(reported).hasSameSizeAs(budget.parts());
        assertThat(reported.values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(budget.latencyNs())
                .isEqualTo(diagnosed().outlier().iteration().latencyNs());
        return reported;
    }

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
        runs.evidence.add(new Evidence(Kind.VM_WORK, 1_000, 1_100, Evidence.ANY_THREAD, "HandshakeAllThreads"));

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
        runs.accounting.clear();
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
        assertThat(budget().parts().get(0).where().get(0).what()).isEqualTo("java.nio.file.Files.list < task");
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
    void shouldIgnoreWhatAnotherThreadWaitedFor() {
        outlier(0, 0, 1_000);
        runs.sample(1_000, "run", Runs.PACER + "syncStep", "task");
        runs.sampleOn(Runs.THREAD + 1, 1_100, "idle");
        eventOn(Runs.THREAD + 1, Kind.PARK, 0, 5_000);

        assertThat(reported()).isEqualTo(Map.of(Cause.USUAL_WORK, NORMAL_NS, Cause.CODE, 1_000 - NORMAL_NS));
    }

    @Test
    void shouldIgnoreThreadsWhenNothingSaysWhoseTimeItIs() {
        runs.role = ThreadRole.HELPER;
        outlier(0, 0, 1_000);
        eventOn(Runs.THREAD, Kind.SLEEP, 1_100, 1_200);
        eventOn(Runs.THREAD + 1, Kind.PARK, 1_300, 1_500);
        assertThat(reported()).isEqualTo(Map.of(Cause.NOT_SEEN, 1_000L - NORMAL_NS, Cause.USUAL_WORK, NORMAL_NS));

        waitedForCore(1);
        assertThat(reported())
                .isEqualTo(Map.of(
                        Cause.RUN_QUEUE,
                        1L,
                        Cause.SLEEP,
                        100L,
                        Cause.NOT_SEEN,
                        899L - NORMAL_NS,
                        Cause.USUAL_WORK,
                        NORMAL_NS));
    }

    @Test
    void shouldGiveTheTimeToThePacingThreadThatDoesTheWorkItself() {
        outlier(0, 0, 1_000);
        // Its helper alone has a stack and an account; at work or not, that is not the iteration's time.
        runs.sampleOn(Runs.THREAD + 1, 1_100, "idle");
        eventOn(Runs.THREAD + 1, Kind.PARK, 1_000, 2_000);
        eventOn(Runs.THREAD, Kind.SOCKET_IO, 1_100, 1_900);

        assertThat(reported())
                .isEqualTo(
                        Map.of(Cause.SOCKET_IO, 800L, Cause.NOT_SEEN, 200L - NORMAL_NS, Cause.USUAL_WORK, NORMAL_NS));
    }

    @Test
    void shouldKnowWhoseTimeItIsWithoutAnyStack() {
        outlier(0, 0, 1_000);
        eventOn(Runs.THREAD + 1, Kind.PARK, 1_000, 2_000);
        eventOn(Runs.THREAD, Kind.SOCKET_IO, 1_100, 1_900);

        assertThat(reported())
                .isEqualTo(
                        Map.of(Cause.SOCKET_IO, 800L, Cause.NOT_SEEN, 200L - NORMAL_NS, Cause.USUAL_WORK, NORMAL_NS));
    }

    @Test
    void shouldKnowTheOneOfSeveralPacingThreadsThatSomethingHappenedOn() {
        runs.alsoSequential = Runs.THREAD + 5;
        outlier(0, 0, 1_000);
        runs.sampleOn(Runs.THREAD + 1, 1_100, "idle");
        eventOn(Runs.THREAD, Kind.SOCKET_IO, 1_100, 1_900);
        eventOn(Runs.THREAD + 1, Kind.PARK, 1_000, 2_000);

        assertThat(reported())
                .isEqualTo(
                        Map.of(Cause.SOCKET_IO, 800L, Cause.NOT_SEEN, 200L - NORMAL_NS, Cause.USUAL_WORK, NORMAL_NS));
    }

    @Test
    void shouldSayWhoGotIntoWhatBlockedIt() {
        outlier(0, 0, 1_000);
        runs.evidence.add(new Evidence(Kind.SOCKET_IO, 1_100, 1_900, Runs.THREAD, "read, localhost:1"));
        runs.eventStack(1_100, 1_900, "com.acme.Task.run", "com.acme.Client.ask", "java.net.Socket.read");
        runs.evidence.add(new Evidence(Kind.SLEEP, 1_910, 1_990, Runs.THREAD, ""));
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
                .extracting(Where::what)
                .contains("read, localhost:1 < com.acme.Client.ask", "com.acme.Task.run");
    }

    /** The JVM's stack of that moment has no Java frame. */
    @Test
    void shouldSayNearWhichCodeFirstCallsAfterACollectionWere() {
        outlier(0, 0, 1_000);
        runs.samples.add(new StackSample(
                1_200,
                Runs.THREAD,
                true,
                List.of(new StackFrame("BarrierSetNMethod::nmethod_stub_entry_barrier", FrameKind.CPP))));
        runs.sample(1_600, "com.acme.Task.print", "java.lang.String.format", "java.util.Formatter.parse");

        for (NormalCode normal : List.of(
                NormalCode.UNKNOWN,
                NormalCode.of(List.of(Runs.stack("com.acme.Task.print", "java.lang.String.format"))))) {
            assertThat(budget(normal).parts())
                    .filteredOn(part -> part.cause() == Cause.ENTRY_BARRIER)
                    .flatExtracting(TimeBudget.Part::where)
                    .extracting(Where::what)
                    .containsExactly("near java.lang.String.format < com.acme.Task.print");
        }
        // What normal iterations do not do is more work, and entering its methods is part of it.
        TimeBudget unusual = budget(NormalCode.of(List.of(Runs.stack("com.acme.Task.run", "com.acme.Task.add"))));
        assertThat(unusual.ns(Cause.ENTRY_BARRIER)).isZero();
        assertThat(unusual.parts())
                .filteredOn(part -> part.cause() == Cause.CODE)
                .flatExtracting(TimeBudget.Part::where)
                .extracting(Where::what)
                .containsExactly("java.lang.String.format < com.acme.Task.print");
    }

    /** Linking a call is what seldom happens, and most of what it enters is entered for the first time. */
    @Test
    void shouldCallFirstCallsInUnusualWorkOnClassesPartOfThat() {
        outlier(0, 0, 1_000);
        StackFrame barrier = new StackFrame("BarrierSetNMethod::nmethod_stub_entry_barrier", FrameKind.CPP);
        runs.samples.add(new StackSample(1_200, Runs.THREAD, true, List.of(barrier)));
        List<StackFrame> linking = new ArrayList<>(Runs.stack(
                "com.acme.Task.link", "java.lang.invoke.LambdaMetafactory.metafactory", "java.lang.String.hashCode"));
        linking.add(barrier);
        runs.samples.add(new StackSample(1_600, Runs.THREAD, true, linking));
        NormalCode normal = NormalCode.of(List.of(Runs.stack("com.acme.Task.run", "com.acme.Task.add")));

        assertThat(budget(normal).ns(Cause.ENTRY_BARRIER)).isZero();
        assertThat(budget(normal).ns(Cause.CODE)).isZero();
        assertThat(budget(normal).ns(Cause.CLASS_LOADING)).isGreaterThan(500);
        assertThat(budget(NormalCode.UNKNOWN).ns(Cause.CLASS_LOADING)).isZero();
    }

    @Test
    void shouldCallFirstCallsInUnusualWorkOnSocketsPartOfThat() {
        outlier(0, 0, 1_000);
        StackFrame barrier = new StackFrame("BarrierSetNMethod::nmethod_stub_entry_barrier", FrameKind.CPP);
        runs.samples.add(new StackSample(1_200, Runs.THREAD, true, List.of(barrier)));
        runs.sample(1_600, "com.acme.Task.connect", "java.nio.channels.SocketChannel.open", "sun.nio.ch.Net.socket");
        NormalCode normal = NormalCode.of(List.of(Runs.stack("com.acme.Task.run", "com.acme.Task.add")));

        assertThat(budget(normal).ns(Cause.CODE)).isZero();
        assertThat(budget(normal).ns(Cause.SOCKET_IO)).isGreaterThan(500);
        assertThat(budget(NormalCode.UNKNOWN).ns(Cause.ENTRY_BARRIER)).isPositive();
    }

    @Test
    void shouldTellByItsStackWhatAnEventWasOf() {
        outlier(0, 0, 1_000);
        runs.eventStack(1_100, 1_900, "com.acme.Task.run", "java.lang.Thread.sleep");

        assertThat(reported())
                .isEqualTo(Map.of(Cause.SLEEP, 800L, Cause.NOT_SEEN, 200L - NORMAL_NS, Cause.USUAL_WORK, NORMAL_NS));
    }

    @Test
    void shouldLetGoWithACauseWhatWouldNotHaveBeenWithoutIt() {
        TimeBudget collected = new TimeBudget(
                0,
                1_000,
                List.of(
                        part(Cause.GC_PAUSE, 600),
                        part(Cause.VM_OPERATION, 200),
                        part(Cause.TIME_TO_SAFEPOINT, 100),
                        part(Cause.FILE_IO, 200),
                        part(Cause.CAPTURE, 50)));
        assertThat(collected.goesWithNs(Cause.GC_PAUSE)).isEqualTo(600 + 75 + 50);
        assertThat(collected.goesWithNs(Cause.VM_OPERATION)).isEqualTo(200 + 25);
        assertThat(collected.goesWithNs(Cause.FILE_IO)).isEqualTo(200);
        assertThat(collected.goesWithNs(Cause.PARK)).isZero();

        TimeBudget dumped =
                new TimeBudget(0, 300, List.of(part(Cause.VM_OPERATION, 200), part(Cause.TIME_TO_SAFEPOINT, 100)));
        assertThat(dumped.goesWithNs(Cause.VM_OPERATION)).isEqualTo(300);
        assertThat(dumped.goesWithNs(Cause.TIME_TO_SAFEPOINT)).isEqualTo(100);
    }

    @Test
    void shouldLetGoWithACauseItsShareOfWhatIsUnknownIfAsked() {
        TimeBudget partly = new TimeBudget(
                0,
                1_000,
                List.of(
                        part(Cause.FILE_IO, 300),
                        part(Cause.CODE, 100),
                        part(Cause.USUAL_WORK, 200),
                        part(Cause.NOT_SEEN, 250),
                        part(Cause.UNEXPLAINED, 150)));
        assertThat(partly.mayGoWithNs(Cause.FILE_IO, 1)).isEqualTo(300 + 300);
        assertThat(partly.mayGoWithNs(Cause.PARK, 1)).isZero();
        TimeBudget unseen = new TimeBudget(0, 1_000, List.of(part(Cause.NOT_SEEN, 800)));
        assertThat(unseen.mayGoWithNs(Cause.FILE_IO, 0.5)).isEqualTo(400);
    }

    private static TimeBudget.Part part(Cause cause, long ns) {
        return new TimeBudget.Part(cause, ns, 1, 0, List.of());
    }

    @Test
    void shouldShareTheTimeAmongThreadsAndTakeNothingForWhatOneOfThemWaitedFor() {
        runs.role = ThreadRole.HELPER;
        outlier(0, 0, 1_000);
        running(1_000);
        runs.samples.add(new StackSample(1_000, Runs.THREAD + 1, false, Runs.stack("park")));
        eventOn(Runs.THREAD + 1, Kind.PARK, 1_000, 2_000);
        event(Kind.GC_PAUSE, 1_900, 2_000);

        assertThat(reported())
                .isEqualTo(Map.of(
                        Cause.GC_PAUSE,
                        100L,
                        Cause.BLOCKED,
                        450L,
                        Cause.USUAL_WORK,
                        NORMAL_NS,
                        Cause.CODE,
                        450L - NORMAL_NS));
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
                .withMessage("parts must be of this outlier: queuedNs=499, inheritedNs=500");
    }

    /** Every nanosecond on its own: the first cause that covers it has it, else the stack that stands for it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldAgreeWithThePrecedenceNanosecondByNanosecond(int seed) {
        Random random = new Random(seed);
        for (int run = 0; run < 50; run++) {
            fill(random);
            Map<Cause, Long> reported = reported();
            assertThat(reported).isEqualTo(oracle());

            long stopsNs = stopsNs();
            long leftNs = 0;
            for (Map.Entry<Cause, Long> part : reported.entrySet()) {
                leftNs += Cause.STOPS.contains(part.getKey()) || part.getKey() == Cause.INHERITED ? 0 : part.getValue();
            }
            long runDelayNs = random.nextInt(600);
            waitedForCore(runDelayNs);
            assertThat(reported().values()).allMatch(ns -> ns >= 0);
            boolean blocked = Cause.BLOCKING.stream().anyMatch(cause -> oracle().containsKey(cause));
            // The stops have their part of it already, and may have what comes right after them.
            long waitedNs = Math.max(0, Math.min(leftNs, runDelayNs - stopsNs));
            assertThat(budget().ns(Cause.RUN_QUEUE) + stopsNs() - stopsNs).isBetween(blocked ? 0 : waitedNs, waitedNs);
        }
    }

    private long stopsNs() {
        TimeBudget budget = budget();
        return Cause.STOPS.stream().mapToLong(budget::ns).sum();
    }

    private void fill(Random random) {
        runs.outliers.clear();
        runs.samples.clear();
        runs.evidence.clear();
        runs.accounting.clear();
        outlier(random.nextInt(100), random.nextInt(3) * 50L, 100 + random.nextInt(300));
        // At least one stack, so that the owner is known.
        long endNs = runs.outliers.get(0).iteration().endNs();
        for (int i = random.nextInt(8); i >= 0; i--) {
            long timeNs = i == 0 ? endNs - 1 : 950 + random.nextInt(500);
            runs.samples.add(new StackSample(timeNs, Runs.THREAD, random.nextInt(4) > 0, Runs.stack("f" + i)));
        }
        for (int i = random.nextInt(12); i > 0; i--) {
            long startNs = 900 + random.nextInt(600);
            Kind kind = Kind.values()[random.nextInt(Kind.ALLOCATION.ordinal() + 1)];
            event(kind == Kind.VM_WORK ? Kind.VM_OPERATION : kind, startNs, startNs + random.nextInt(60));
        }
    }

    private Map<Cause, Long> oracle() {
        DiagnosedOutlier diagnosed = diagnosed();
        Iteration iteration = diagnosed.outlier().iteration();
        Map<Cause, Long> parts = new EnumMap<>(Cause.class);
        for (long ns = iteration.intendedNs(); ns < iteration.endNs(); ns++) {
            parts.merge(causeAt(ns, diagnosed), 1L, Long::sum);
        }
        // As long as an iteration usually takes is usual: what was not seen first of all, then what ran.
        long leftNs = NORMAL_NS;
        for (Cause cause : List.of(Cause.NOT_SEEN, Cause.CODE)) {
            long usualNs = Math.min(leftNs, parts.getOrDefault(cause, 0L));
            leftNs -= usualNs;
            parts.computeIfPresent(cause, (same, ns) -> ns == usualNs ? null : Long.valueOf(ns - usualNs));
        }
        if (leftNs < NORMAL_NS) {
            parts.put(Cause.USUAL_WORK, NORMAL_NS - leftNs);
        }
        return parts;
    }

    private static Cause causeAt(long ns, DiagnosedOutlier diagnosed) {
        Iteration iteration = diagnosed.outlier().iteration();
        if (ns < 1_000) {
            return Cause.INHERITED;
        }
        Cause stood = stoodAt(ns, diagnosed);
        if (stood != null) {
            return stood;
        }
        if (ns < iteration.startNs()) {
            return Cause.DISPATCH;
        }
        List<StackSample> stacks = new ArrayList<>(diagnosed.stacks());
        long untilNs = iteration.endNs();
        for (int i = stacks.size() - 1; i >= 0; i--) {
            long fromNs = untilNs - diagnosed.stacksNs().get(i);
            if (ns >= fromNs && ns < untilNs) {
                Cause amid = stoodAt(stacks.get(i).timeNs(), diagnosed);
                if (amid != null) {
                    return Cause.STOPS.contains(amid) ? Cause.UNEXPLAINED : amid;
                }
                return stacks.get(i).running() ? Cause.CODE : Cause.BLOCKED;
            }
            untilNs = fromNs;
        }
        return Cause.NOT_SEEN;
    }

    private static Cause stoodAt(long ns, DiagnosedOutlier diagnosed) {
        for (Cause cause : Cause.values()) {
            boolean counts = ns >= diagnosed.outlier().iteration().startNs() || Cause.STOPS.contains(cause);
            for (Evidence one : diagnosed.evidence()) {
                if (counts && cause.kind().equals(Optional.of(one.kind())) && one.startNs() <= ns && ns < one.endNs()) {
                    return cause;
                }
            }
        }
        return null;
    }
}
