package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.Rules;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.diagnosis.budget.division.TimeDivision;
import io.straggler.diagnosis.budget.reading.NormalCode;
import io.straggler.diagnosis.budget.reading.StackReadings;
import io.straggler.model.Capture;
import io.straggler.model.CoreHold;
import io.straggler.model.CoreUser;
import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.FrameKind;
import io.straggler.model.Iteration;
import io.straggler.model.OffCoreInterval;
import io.straggler.model.OffCoreTimes;
import io.straggler.model.Outlier;
import io.straggler.model.Partner;
import io.straggler.model.Place;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadUsage;
import io.straggler.model.WakeUp;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the kernel's records of switches say about an outlier of one millisecond, from 1,000,000 on. Its intended start is 100 µs before. */
class TimeBySwitchesTest {
    private static final long INTENDED_NS = 900_000;
    private static final long START_NS = 1_000_000;
    private static final long END_NS = 2_000_000;
    private static final long NORMAL_NS = 1_000;
    private static final boolean PREEMPTED = true;
    private static final boolean WAITED = false;

    private static final CoreUser WORKER = new CoreUser(CoreUser.Kind.OWN_THREAD, 11, "worker-3");

    private static final List<StackFrame> PARKED = List.of(
            new StackFrame("task", FrameKind.COMPILED),
            new StackFrame("jdk.internal.misc.Unsafe.park", FrameKind.COMPILED),
            new StackFrame("Parker::park", FrameKind.CPP),
            new StackFrame("___pthread_cond_timedwait", FrameKind.NATIVE));

    private final Runs runs = new Runs();
    private final List<OffCoreInterval> offCore = new ArrayList<>();

    TimeBySwitchesTest() {
        runs.outliers.add(new Outlier(
                new Iteration(Queues.RUN, INTENDED_NS, START_NS, END_NS, 0, START_NS - INTENDED_NS), 1, List.of()));
    }

    private void away(long fromNs, long toNs, boolean preempted) {
        offCore.add(new OffCoreInterval(fromNs, toNs, preempted));
    }

    /** It was made ready to run at an instant, by somebody. */
    private void away(long fromNs, long wokenNs, long toNs, CoreUser by, CoreHold... holders) {
        offCore.add(new OffCoreInterval(fromNs, toNs, WAITED, Optional.of(new WakeUp(wokenNs, by)), List.of(holders)));
    }

    private void stack(long askedNs, long timeNs, String... frames) {
        runs.captures.add(new Capture(Capture.Purpose.LATE, INTENDED_NS, Runs.THREAD, askedNs, askedNs));
        runs.samples.add(new StackSample(timeNs, Runs.THREAD, true, Runs.stack(frames)));
    }

    /** All of the time, by cause; {@code runDelayNs} as the scheduler counted it from 800,000 to 2,001,000. */
    private Map<Cause, Long> causes(long runDelayNs, long minorFaults) {
        Map<Cause, Long> causes = new EnumMap<>(Cause.class);
        budget(runDelayNs, minorFaults).parts().stream()
                .filter(part -> part.ns() > 0)
                .forEach(part -> causes.put(part.cause(), part.ns()));
        return causes;
    }

    /** Where a cause took its time, in words. */
    private static Map<String, Long> where(TimeBudget budget, Cause cause) {
        Map<String, Long> where = new HashMap<>();
        budget.parts().stream()
                .filter(part -> part.cause() == cause)
                .flatMap(part -> part.where().stream())
                .forEach(one -> where.merge(one.place().words(), one.ns(), Long::sum));
        return where;
    }

    private TimeBudget budget(long runDelayNs, long minorFaults) {
        long offNs =
                offCore.stream().mapToLong(one -> one.toNs() - one.fromNs()).sum();
        runs.usage.add(ThreadUsage.of(INTENDED_NS, Runs.THREAD)
                .between(800_000, 2_001_000)
                .runDelayNs(runDelayNs)
                .cpuNs(1_201_000 - offNs)
                .minorFaults(minorFaults)
                .voluntarySwitches(
                        offCore.stream().filter(one -> !one.preempted()).count())
                .involuntarySwitches(
                        offCore.stream().filter(OffCoreInterval::preempted).count())
                .offCore(Optional.of(new OffCoreTimes(800_000, offCore)))
                .build());
        DiagnosedOutlier diagnosed = Attribution.of(runs.run()).outliers().get(0);
        TimeBudget budget = TimeDivision.of(
                diagnosed, NORMAL_NS, Optional.empty(), new StackReadings(NormalCode.UNKNOWN), Rules.STANDARD);
        assertThat(budget.parts().stream().mapToLong(TimeBudget.Part::ns).sum()).isEqualTo(END_NS - INTENDED_NS);
        return budget;
    }

    @Test
    void shouldTakeAPreemptedTimeForAWaitForACoreWhereverStacksAre() {
        away(1_200_000, 1_500_000, PREEMPTED);
        stack(1_150_000, 1_160_000, "task", "code");
        stack(1_600_000, 1_610_000, "task", "code");

        assertThat(causes(300_000, 0)).containsEntry(Cause.RUN_QUEUE, 300_000L).doesNotContainKey(Cause.BLOCKED);
    }

    @Test
    void shouldLeaveOutWhatWasBeforeTheIteration() {
        away(810_000, 880_000, PREEMPTED);
        away(1_200_000, 1_250_000, PREEMPTED);

        assertThat(causes(120_000, 0)).containsEntry(Cause.RUN_QUEUE, 50_000L);
    }

    /** It slept until 900,000, was woken up then, and had a core 100 µs later. */
    @Test
    void shouldPutTheWaitForACoreBehindThePausePrecedingALateStart() {
        away(820_000, 1_000_000, WAITED);
        away(1_400_000, 1_700_000, WAITED);

        assertThat(causes(100_000, 0))
                .containsEntry(Cause.RUN_QUEUE, 100_000L)
                .containsEntry(Cause.BLOCKED, 300_000L)
                .doesNotContainKey(Cause.DISPATCH);
    }

    @Test
    void shouldDivideAWaitIntoWhatItWaitedForAndTheWaitForACoreAtItsEnd() {
        away(1_200_000, 1_900_000, WAITED);

        assertThat(causes(400_000, 0)).containsEntry(Cause.RUN_QUEUE, 400_000L).containsEntry(Cause.BLOCKED, 300_000L);
    }

    @Test
    void shouldTakeAShortWaitForACoreBehindALongWaitForAPartOfIt() {
        away(1_200_000, 1_900_000, WAITED);

        assertThat(causes(150_000, 0)).containsEntry(Cause.BLOCKED, 700_000L).doesNotContainKey(Cause.RUN_QUEUE);
    }

    /** The signal wakes the thread up for 30 µs, in which it is still in the call. */
    @Test
    void shouldTakeAWaitForWhatAStackInTheMiddleOfItShows() {
        away(1_050_000, 1_300_000, WAITED);
        runs.captures.add(new Capture(Capture.Purpose.LATE, INTENDED_NS, Runs.THREAD, 1_300_000, 1_300_000));
        runs.samples.add(new StackSample(1_315_000, Runs.THREAD, true, PARKED));
        away(1_330_000, 1_800_000, WAITED);
        stack(1_850_000, 1_860_000, "task", "code");

        assertThat(causes(0, 0)).containsEntry(Cause.PARK, 750_000L).doesNotContainKey(Cause.BLOCKED);
    }

    /** A system call through several layers takes a while to be made again. */
    @Test
    void shouldTakeAWaitForTheSameAsTheOneThatACaptureEndedShortlyBefore() {
        away(1_050_000, 1_300_000, WAITED);
        runs.samples.add(new StackSample(1_310_000, Runs.THREAD, true, PARKED));
        away(1_390_000, 1_800_000, WAITED);

        assertThat(causes(0, 0)).containsEntry(Cause.PARK, 940_000L).doesNotContainKey(Cause.BLOCKED);
    }

    /** A disk lets no signal through: the stack was asked for long before the wait was over. */
    @Test
    void shouldTakeAWaitForWhatTheStacksOnBothSidesOfItShow() {
        stack(1_100_000, 1_110_000, "task", "java.io.RandomAccessFile.write");
        away(1_200_000, 1_700_000, WAITED);
        stack(1_800_000, 1_810_000, "task", "java.io.RandomAccessFile.write");

        assertThat(causes(0, 0))
                .doesNotContainKey(Cause.BLOCKED)
                .hasEntrySatisfying(Cause.FILE_IO, ns -> assertThat(ns).isGreaterThanOrEqualTo(500_000L));
    }

    @Test
    void shouldNotTakeAWaitForWhatOnlyOneOfTheStacksBesideItShows() {
        stack(1_100_000, 1_110_000, "task", "java.io.RandomAccessFile.write");
        away(1_200_000, 1_700_000, WAITED);
        stack(1_800_000, 1_810_000, "task", "code");

        assertThat(causes(0, 0)).containsEntry(Cause.BLOCKED, 500_000L);
    }

    @Test
    void shouldTakeAWaitThatLetsNoSignalThroughForAPageFaultWhereThereWereSome() {
        away(1_100_000, 1_600_000, WAITED);
        stack(1_250_000, 1_605_000, "task", "code");

        assertThat(causes(0, 3)).containsEntry(Cause.PAGE_FAULT, 500_000L);
    }

    @Test
    void shouldNotCallAWaitUnknownThatAnEventExplains() {
        away(1_100_000, 1_600_000, WAITED);
        runs.evidence.add(
                new Evidence(Kind.MONITOR_ENTER, 1_095_000, 1_602_000, Runs.THREAD, Place.of("java.lang.Object")));

        assertThat(causes(0, 0)).containsEntry(Cause.MONITOR, 507_000L).doesNotContainKey(Cause.BLOCKED);
    }

    /** The sum alone would have it between the stacks, where there is most room. */
    @Test
    void shouldPutTheWaitForACoreWhereItWas() {
        away(1_020_000, 1_120_000, PREEMPTED);
        stack(1_200_000, 1_205_000, "task", "code");
        stack(1_990_000, 1_995_000, "task", "code");

        Map<Cause, Long> causes = causes(100_000, 0);
        assertThat(causes).containsEntry(Cause.RUN_QUEUE, 100_000L);
        // Unseen is what no stack stands for, from the start to the first request.
        assertThat(causes.getOrDefault(Cause.NOT_SEEN, 0L)).isEqualTo(200_000 - 100_000 - NORMAL_NS);
    }

    /** The scheduler's sum alone would be too small a part of the wait to be divided from it. */
    @Test
    void shouldDivideAWaitAtItsWakeUp() {
        away(1_200_000, 1_650_000, 1_900_000, WORKER);

        assertThat(causes(250_000, 0)).containsEntry(Cause.RUN_QUEUE, 250_000L).containsEntry(Cause.BLOCKED, 450_000L);
    }

    @Test
    void shouldDivideAWaitThatBeganBeforeTheIterationAtItsWakeUp() {
        away(820_000, 930_000, 1_000_000, CoreUser.INTERRUPT);

        // What the scheduler counted is from its earlier reading on, and may be of another wait.
        assertThat(causes(150_000, 0)).containsEntry(Cause.RUN_QUEUE, 70_000L);
    }

    @Test
    void shouldPutWhatIsLeftOfTheSumAtTheEndOfAWaitWithoutAWakeUp() {
        away(1_100_000, 1_250_000, 1_300_000, WORKER);
        away(1_400_000, 1_700_000, WAITED);

        // The sum leaves 250 µs for the wait for a core behind the second wait.
        assertThat(causes(300_000, 0))
                .containsEntry(Cause.RUN_QUEUE, 300_000L)
                .containsEntry(Cause.BLOCKED, 150_000L + 50_000L);
    }

    /** The thread goes on waiting for the lock behind the signal, which it wanted the core for. */
    @Test
    void shouldTakeAWaitForACoreForNoneWhereACaptureHadMadeTheThreadReadyToRun() {
        runs.evidence.add(new Evidence(
                Evidence.Kind.MONITOR_ENTER, 1_050_000, 1_900_000, Runs.THREAD, Place.of("java.lang.Object")));
        away(1_050_000, 1_102_000, 1_700_000, CoreUser.INTERRUPT);
        stack(1_100_000, 1_701_000, "task", "lock");
        away(1_710_000, 1_850_000, 1_900_000, WORKER);

        assertThat(causes(648_000, 0))
                .containsEntry(Cause.RUN_QUEUE, 50_000L)
                .hasEntrySatisfying(Cause.MONITOR, ns -> assertThat(ns).isGreaterThan(750_000));
    }

    /** A capture was asked for during the wait, and the kernel records no wake-ups. */
    @Test
    void shouldTakeAWaitForACoreForNoneWhereACaptureWasAskedForMeanwhile() {
        runs.evidence.add(new Evidence(
                Evidence.Kind.MONITOR_ENTER, 1_050_000, 1_700_000, Runs.THREAD, Place.of("java.lang.Object")));
        away(1_050_000, 1_700_000, WAITED);
        stack(1_100_000, 1_701_000, "task", "lock");

        assertThat(causes(600_000, 0))
                .doesNotContainKey(Cause.RUN_QUEUE)
                .hasEntrySatisfying(Cause.MONITOR, ns -> assertThat(ns).isGreaterThan(600_000));
    }

    /** Its time was up before the capture was due. */
    @Test
    void shouldTakeAWaitForACoreForThatWhereATimerHadEndedTheWaitBefore() {
        runs.evidence.add(
                new Evidence(Evidence.Kind.SLEEP, 1_050_000, 1_700_000, Runs.THREAD, Place.of("Thread.sleep")));
        away(1_050_000, 1_200_000, 1_700_000, CoreUser.INTERRUPT);
        stack(1_300_000, 1_701_000, "task", "sleep");

        assertThat(causes(500_000, 0)).containsEntry(Cause.RUN_QUEUE, 500_000L);
    }

    @Test
    void shouldNameWhoHadTheCoreBehindTheWakeUp() {
        away(
                1_200_000,
                1_650_000,
                1_900_000,
                WORKER,
                new CoreHold(1_650_000, 1_800_000, new CoreUser(CoreUser.Kind.OTHER_PROCESS, 99, "postgres")),
                new CoreHold(1_800_000, 1_900_000, WORKER));

        assertThat(where(budget(250_000, 0), Cause.RUN_QUEUE))
                .isEqualTo(Map.of("process postgres", 150_000L, "worker-*", 100_000L));
    }

    @Test
    void shouldSayWhoEndedAWaitThatNothingElseIsKnownOf() {
        away(1_100_000, 1_299_000, 1_300_000, WORKER);
        away(1_400_000, 1_499_000, 1_500_000, new CoreUser(CoreUser.Kind.OTHER_PROCESS, 99, "postgres"));
        away(1_600_000, 1_649_000, 1_650_000, CoreUser.INTERRUPT);

        assertThat(where(budget(3_000, 0), Cause.BLOCKED))
                .containsEntry("woken by worker-*", 199_000L)
                .containsEntry("woken by process postgres", 99_000L)
                .hasSize(2);
    }

    @Test
    void shouldSayWhoEndedAWaitThatAStackShows() {
        away(1_050_000, 1_300_000, WAITED);
        runs.captures.add(new Capture(Capture.Purpose.LATE, INTENDED_NS, Runs.THREAD, 1_300_000, 1_300_000));
        runs.samples.add(new StackSample(1_315_000, Runs.THREAD, true, PARKED));
        away(1_330_000, 1_799_000, 1_800_000, WORKER);

        assertThat(where(budget(0, 0), Cause.PARK).keySet())
                .anyMatch(words -> words.endsWith("woken by worker-*"))
                .anyMatch(words -> !words.contains("woken by"));
    }

    @Test
    void shouldSayWhoEndedAPark() {
        away(1_100_000, 1_580_000, 1_600_000, WORKER);
        runs.evidence.add(new Evidence(Kind.PARK, 1_095_000, 1_602_000, Runs.THREAD, Place.of("Queue.take")));

        TimeBudget budget = budget(20_000, 0);
        assertThat(where(budget, Cause.PARK).keySet())
                .singleElement()
                .asString()
                .isEqualTo("Queue.take, woken by worker-*");
    }

    @Test
    void shouldKeepTheOwnerThatTheJvmNamed() {
        away(1_100_000, 1_580_000, 1_600_000, WORKER);
        Partner owner = new Partner("owner", 12, Partner.Role.OWNER, List.of(), List.of());
        runs.evidence.add(
                new Evidence(Kind.PARK, 1_095_000, 1_602_000, Runs.THREAD, Place.of("Lock.lock")).waitingFor(owner));

        assertThat(where(budget(20_000, 0), Cause.PARK).keySet())
                .singleElement()
                .asString()
                .isEqualTo("Lock.lock, held by owner");
    }
}
