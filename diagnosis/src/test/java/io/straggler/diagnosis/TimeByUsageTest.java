package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.Rules;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.diagnosis.budget.Where;
import io.straggler.diagnosis.budget.division.TimeDivision;
import io.straggler.diagnosis.budget.reading.NormalCode;
import io.straggler.diagnosis.budget.reading.StackReadings;
import io.straggler.model.Capture;
import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.FrameKind;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.Place;
import io.straggler.model.SamplerMode;
import io.straggler.model.SamplerSummary;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadUsage;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the scheduler statistics say about an outlier of one millisecond, from 1,000,000 on. */
class TimeByUsageTest {
    private static final long START_NS = 1_000_000;
    private static final long END_NS = 2_000_000;
    private static final long NORMAL_NS = 1_000;

    private final Runs runs = new Runs();

    TimeByUsageTest() {
        runs.outliers.add(new Outlier(new Iteration(Queues.RUN, START_NS, START_NS, END_NS, 0, 0), 1, List.of()));
    }

    /** A stack that was asked for earlier than it was taken. */
    private void stack(long askedNs, long timeNs, String leaf) {
        runs.captures.add(new Capture(Capture.Purpose.LATE, START_NS, Runs.THREAD, askedNs, askedNs));
        runs.samples.add(new StackSample(timeNs, Runs.THREAD, true, Runs.stack("task", leaf)));
    }

    private void usage(long fromNs, long toNs, long runDelayNs, long cpuNs, long voluntary) {
        runs.usage.add(ThreadUsage.of(START_NS, Runs.THREAD)
                .between(fromNs, toNs)
                .runDelayNs(runDelayNs)
                .cpuNs(cpuNs)
                .voluntarySwitches(voluntary)
                .build());
    }

    private void stop(Kind kind, long startNs, long endNs) {
        runs.evidence.add(new Evidence(kind, startNs, endNs, Evidence.ANY_THREAD, Place.NONE));
    }

    private TimeBudget budget() {
        DiagnosedOutlier diagnosed = Attribution.of(runs.run()).outliers().get(0);
        return TimeDivision.of(
                diagnosed, NORMAL_NS, Optional.empty(), new StackReadings(NormalCode.UNKNOWN), Rules.STANDARD);
    }

    private TimeBudget.Part part(Cause cause) {
        return budget().parts().stream()
                .filter(part -> part.cause() == cause)
                .findFirst()
                .orElseThrow();
    }

    private Map<Cause, Long> reported() {
        TimeBudget budget = budget();
        assertThat(budget.parts().stream().mapToLong(TimeBudget.Part::ns).sum()).isEqualTo(END_NS - START_NS);
        Map<Cause, Long> reported = new EnumMap<>(Cause.class);
        budget.parts().stream().filter(part -> part.ns() > 0).forEach(part -> reported.put(part.cause(), part.ns()));
        return reported;
    }

    @Test
    void shouldPutTheWaitForACoreWhereAStackWasAskedForAndCameLate() {
        stack(1_010_000, 1_012_000, "before");
        stack(1_030_000, 1_630_000, "before");
        usage(START_NS, END_NS, 600_000, 400_000, 0);

        // Seen from the first request on; the stack that came late speaks for what comes after it, until the next would
        // have been due.
        assertThat(reported())
                .isEqualTo(Map.of(
                        Cause.RUN_QUEUE,
                        600_000L,
                        Cause.NOT_SEEN,
                        9_000L + 350_000L,
                        Cause.USUAL_WORK,
                        NORMAL_NS,
                        Cause.CODE,
                        40_000L));
    }

    @Test
    void shouldGiveAWaitNoMoreThanFitsThoughTheUsageReachesFurther() {
        stack(1_010_000, 1_012_000, "code");
        usage(START_NS - 300_000, END_NS + 10_000, 1_100_000, 210_000, 0);

        // 988 µs are left behind the stack, and 20 more may be, because statistics are off by so much.
        assertThat(reported()).isEqualTo(Map.of(Cause.RUN_QUEUE, 1_000_000L));
    }

    @Test
    void shouldTellTheCompilersWaitsFromOthers() {
        stack(1_010_000, 1_012_000, "code");
        stack(1_100_000, 1_400_000, "code");
        stack(1_500_000, 1_700_000, "code");
        usage(START_NS, END_NS, 500_000, 500_000, 0);
        stop(Kind.COMPILATION, 1_090_000, 1_410_000);

        assertThat(reported()).containsEntry(Cause.COMPILATION, 300_000L).containsEntry(Cause.RUN_QUEUE, 200_000L);
    }

    @Test
    void shouldNotBlameACompilationThatOnlyHappenedMeanwhile() {
        stack(1_010_000, 1_012_000, "code");
        stack(1_300_000, 1_600_000, "code");
        usage(START_NS, END_NS, 300_000, 700_000, 0);
        stop(Kind.COMPILATION, 500_000, 3_000_000);

        assertThat(reported()).containsEntry(Cause.RUN_QUEUE, 300_000L).doesNotContainKey(Cause.COMPILATION);
    }

    @Test
    void shouldTellThrottlingFromOtherWaits() {
        stack(1_010_000, 1_012_000, "code");
        stack(1_100_000, 1_600_000, "code");
        runs.usage.add(ThreadUsage.of(START_NS, Runs.THREAD)
                .between(START_NS, END_NS)
                .runDelayNs(500_000)
                .cpuNs(500_000)
                .involuntarySwitches(1)
                .throttledNs(300_000)
                .build());

        assertThat(reported()).containsEntry(Cause.THROTTLING, 300_000L).containsEntry(Cause.RUN_QUEUE, 200_000L);
    }

    @Test
    void shouldGiveStopsNoMoreThanTheThreadWasOffItsCore() {
        stack(1_010_000, 1_012_000, "native");
        stop(Kind.GC_PAUSE, 1_100_000, 1_900_000);

        usage(START_NS, END_NS, 0, 1_000_000, 0);
        assertThat(reported().getOrDefault(Cause.GC_PAUSE, 0L)).isLessThanOrEqualTo(40_000);

        runs.usage.clear();
        usage(START_NS, END_NS, 0, 200_000, 1);
        assertThat(reported()).containsEntry(Cause.GC_PAUSE, 800_000L);
    }

    /** Of a thread that nobody paces the statistics begin with the first look at it, which a stop delays as it delays the thread. */
    @Test
    void shouldGiveStopsWhatNoStatisticsHave() {
        stop(Kind.GC_PAUSE, 1_050_000, 1_850_000);
        usage(1_840_000, 2_010_000, 100_000, 60_000, 1);

        assertThat(reported())
                .isEqualTo(Map.of(
                        Cause.GC_PAUSE, 900_000L, Cause.NOT_SEEN, 100_000L - NORMAL_NS, Cause.USUAL_WORK, NORMAL_NS));
    }

    @Test
    void shouldGiveAStopTheWaitForACoreInTheMiddleOfIt() {
        stack(1_010_000, 1_012_000, "code");
        // The signal woke the thread up, and the collector had its core.
        stack(1_040_000, 1_500_000, "code");
        stop(Kind.GC_PAUSE, 1_100_000, 1_900_000);
        usage(START_NS, END_NS, 400_000, 200_000, 1);

        assertThat(reported()).containsEntry(Cause.GC_PAUSE, 800_000L).doesNotContainKey(Cause.RUN_QUEUE);
    }

    @Test
    void shouldTakeAWaitForACoreAfterAStopForAPartOfItUnlessItWasLonger() {
        stack(1_010_000, 1_012_000, "code");
        stack(1_250_000, 1_700_000, "code");
        stop(Kind.GC_PAUSE, 1_200_000, 1_500_000);
        usage(START_NS, END_NS, 200_000, 500_000, 1);
        assertThat(reported()).containsEntry(Cause.GC_PAUSE, 500_000L).doesNotContainKey(Cause.RUN_QUEUE);

        runs.evidence.clear();
        stop(Kind.GC_PAUSE, 1_400_000, 1_500_000);
        runs.usage.clear();
        usage(START_NS, END_NS, 200_000, 700_000, 1);
        assertThat(reported()).containsEntry(Cause.GC_PAUSE, 100_000L).containsEntry(Cause.RUN_QUEUE, 200_000L);
    }

    @Test
    void shouldNotTakeTheWaitBehindAStopForTimeOffTheCore() {
        stack(1_010_000, 1_012_000, "code");
        stop(Kind.GC_PAUSE, 1_100_000, 1_400_000);
        usage(START_NS, END_NS, 200_000, 200_000, 1);

        // 600 µs off the core: half of them in the pause, and nobody knows of the others.
        assertThat(reported()).containsEntry(Cause.GC_PAUSE, 500_000L).containsEntry(Cause.BLOCKED, 300_000L);
    }

    @Test
    void shouldNotTakeAWaitForTheEndOfAStopThatWasOverBefore() {
        stack(1_010_000, 1_012_000, "code");
        stack(1_250_000, 1_450_000, "code");
        stop(Kind.GC_PAUSE, 400_000, 900_000);
        usage(START_NS, END_NS, 200_000, 800_000, 0);

        assertThat(reported()).containsEntry(Cause.RUN_QUEUE, 200_000L).doesNotContainKey(Cause.GC_PAUSE);
    }

    @Test
    void shouldTakeAWaitOfAThreadThatWasNeverInterruptedForWakingUp() {
        stack(1_010_000, 1_012_000, "code");
        runs.evidence.add(new Evidence(Kind.PARK, 1_500_000, 1_900_000, Runs.THREAD, Place.NONE));
        usage(START_NS, END_NS, 100_000, 600_000, 3);
        assertThat(reported()).containsEntry(Cause.PARK, 400_000L).doesNotContainKey(Cause.RUN_QUEUE);

        // Half as long as the park it is something else.
        runs.usage.clear();
        usage(START_NS, END_NS, 200_000, 600_000, 3);
        assertThat(reported()).containsEntry(Cause.PARK, 200_000L).containsEntry(Cause.RUN_QUEUE, 200_000L);
    }

    @Test
    void shouldGiveAUsageToOneOutlierAndNoMoreThanItHolds() {
        stack(1_010_000, 1_012_000, "code");
        usage(START_NS - 100_000, END_NS, 300_000, 700_000, 0);
        usage(START_NS, END_NS, 250_000, 700_000, 0);
        runs.outliers.add(
                new Outlier(new Iteration(Queues.RUN, START_NS, END_NS, END_NS + 500_000, 0, 0), 1, List.of()));

        List<DiagnosedOutlier> diagnosed = Attribution.of(runs.run()).outliers();

        assertThat(diagnosed.get(0).usage()).extracting(ThreadUsage::runDelayNs).containsExactly(300_000L);
        assertThat(diagnosed.get(1).usage()).isEmpty();
        assertThat(reported()).containsEntry(Cause.RUN_QUEUE, 300_000L);
    }

    private void deoptimised(long... timesNs) {
        for (long atNs : timesNs) {
            runs.evidence.add(new Evidence(Kind.DEOPTIMIZATION, atNs, atNs, Runs.THREAD, Place.of("at " + atNs)));
        }
    }

    @Test
    void shouldGiveDeoptimisationsInARowTheTimeBetweenThem() {
        stack(1_010_000, 1_012_000, "code");
        deoptimised(1_100_000, 1_350_000, 1_800_000);
        usage(START_NS, END_NS, 0, 1_000_000, 0);

        assertThat(reported())
                .isEqualTo(Map.of(
                        Cause.DEOPTIMIZATION, 700_000L,
                        Cause.NOT_SEEN, 9_000L,
                        Cause.USUAL_WORK, NORMAL_NS,
                        Cause.CODE, 290_000L));
        assertThat(part(Cause.DEOPTIMIZATION).where())
                .extracting(where -> where.place().words(), Where::ns)
                .startsWith(tuple("at 1350000", 450_000L), tuple("at 1100000", 250_000L));
    }

    @Test
    void shouldNotGiveDeoptimisationsWhatStacksShowToBeSomethingElse() {
        stack(1_010_000, 1_012_000, "code");
        runs.captures.add(new Capture(Capture.Purpose.LATE, START_NS, Runs.THREAD, 1_200_000, 1_200_000));
        runs.samples.add(new StackSample(1_200_000, Runs.THREAD, false, Runs.stack("task", "asleep")));
        stack(1_700_000, 1_702_000, "code");
        deoptimised(1_100_000, 1_400_000, 1_850_000);

        // The sleeping one stands for what lies halfway to its neighbours.
        assertThat(reported()).containsEntry(Cause.BLOCKED, 344_000L).containsEntry(Cause.DEOPTIMIZATION, 406_000L);
    }

    @Test
    void shouldNotTakeNowAndThenADeoptimisationForARow() {
        stack(1_010_000, 1_012_000, "code");
        deoptimised(1_050_000, 1_300_000, 1_850_000, 1_990_000);

        assertThat(reported()).doesNotContainKey(Cause.DEOPTIMIZATION);
    }

    @Test
    void shouldTellWhatTheHostTookThoughTheUsageReachesBack() {
        stack(1_010_000, 1_012_000, "code");
        stack(1_200_000, 1_700_000, "code");
        usage(START_NS - 800_000, END_NS, 0, 1_300_000, 0);

        assertThat(reported()).containsEntry(Cause.STEAL, 500_000L);
    }

    /** A thread that answers every 200 µs was never away for longer. */
    private void answeredAtOnce() {
        for (long timeNs = START_NS + 150_000; timeNs < END_NS; timeNs += 200_000) {
            stack(timeNs, timeNs + 2_000, "code");
        }
    }

    @Test
    void shouldNotChargeWhatTheHostTookBehindAnIterationToIt() {
        answeredAtOnce();
        usage(START_NS - 400_000, END_NS + 600_000, 0, 1_400_000, 0);

        assertThat(reported()).doesNotContainKeys(Cause.STEAL, Cause.BLOCKED);
    }

    @Test
    void shouldChargeWhatTheHostTookBeyondWhatWasAround() {
        answeredAtOnce();
        usage(START_NS - 100_000, END_NS + 200_000, 0, 600_000, 0);

        assertThat(reported()).containsEntry(Cause.STEAL, 400_000L);
    }

    @Test
    void shouldChargeWhatTheHostTookIfItFitsBetweenTwoStacks() {
        answeredAtOnce();
        usage(START_NS - 400_000, END_NS + 600_000, 0, 1_800_000, 0);

        assertThat(reported()).containsEntry(Cause.STEAL, 200_000L);
    }

    @ParameterizedTest(name = "{0} switches: {1} ns")
    @CsvSource({"1, 0", "2, 0", "3, 600000"})
    void shouldNotChargeAWaitForACoreThatDoesNotFitBetweenTwoStacks(long switches, long waitedNs) {
        answeredAtOnce();
        runs.usage.add(ThreadUsage.of(START_NS, Runs.THREAD)
                .between(START_NS - 500_000, END_NS + 300_000)
                .runDelayNs(600_000)
                .cpuNs(1_200_000)
                .involuntarySwitches(switches)
                .build());

        assertThat(reported().getOrDefault(Cause.RUN_QUEUE, 0L)).isEqualTo(waitedNs);
    }

    @Test
    void shouldNotGiveAWaitToAStopThatTookNothing() {
        stack(1_010_000, 1_012_000, "code");
        stop(Kind.PROCESS_STOP, 400_000, 900_000);
        stop(Kind.PROCESS_STOP, 1_950_000, 1_990_000);
        stack(1_100_000, 1_500_000, "code");
        stack(1_900_000, 1_902_000, "code");
        usage(START_NS, END_NS, 390_000, 522_000, 1);

        assertThat(reported()).containsEntry(Cause.RUN_QUEUE, 390_000L);
    }

    @Test
    void shouldBelieveAStallThatAShortStopLiesIn() {
        stop(Kind.PROCESS_STALL, 1_100_000, 1_900_000);
        stop(Kind.VM_OPERATION, 1_300_000, 1_320_000);

        assertThat(reported()).containsEntry(Cause.STOPPED, 780_000L).containsEntry(Cause.VM_OPERATION, 20_000L);
    }

    @Test
    void shouldBelieveTheParentThatASignalStoppedTheProcess() {
        stack(1_010_000, 1_012_000, "code");
        stack(1_150_000, 1_152_000, "code");
        // All threads had stopped at 1.4 ms; this one was seen to run last at 1.152.
        stop(Kind.PROCESS_STOP, 1_400_000, 1_800_000);
        // The sampler stood still as well, which adds nothing.
        stop(Kind.PROCESS_STALL, 1_100_000, 1_900_000);
        usage(START_NS, END_NS, 0, 400_000, 1);

        // Off its core for 600 µs, give or take what statistics are off by.
        assertThat(reported().get(Cause.STOPPED)).isBetween(600_000L, 635_000L);
        assertThat(reported()).doesNotContainKeys(Cause.STEAL, Cause.BLOCKED);
    }

    @Test
    void shouldBelieveTheSamplerWhereTheParentSawOnlyTheEndOfAStop() {
        stack(1_010_000, 1_012_000, "code");
        // Whoever stops a terminal's foreground stops both.
        stop(Kind.PROCESS_STOP, 1_990_000, 1_990_000);
        stop(Kind.PROCESS_STALL, 1_050_000, 1_995_000);
        usage(START_NS, END_NS, 0, 60_000, 1);

        assertThat(reported().get(Cause.STOPPED)).isBetween(920_000L, 950_000L);
    }

    @Test
    void shouldGiveAStopByASignalTheWaitForACoreBehindIt() {
        stack(1_010_000, 1_012_000, "code");
        stack(1_150_000, 1_950_000, "code");
        stop(Kind.PROCESS_STOP, 1_200_000, 1_700_000);
        usage(START_NS, END_NS, 500_000, 200_000, 1);

        assertThat(reported()).containsEntry(Cause.STOPPED, 800_000L).doesNotContainKey(Cause.RUN_QUEUE);
    }

    @Test
    void shouldGiveAShortStopNoMoreOfTheWaitBehindItThanThreadsNeedToGoOn() {
        stack(1_010_000, 1_012_000, "code");
        stack(1_100_000, 1_900_000, "code");
        // Stopped from 1.1 to 1.2 ms, and then without a core for 700 µs, of which 550 are the stop's.
        stop(Kind.PROCESS_STOP, 1_200_000, 1_200_000);
        usage(START_NS, END_NS, 700_000, 200_000, 1);

        assertThat(reported()).containsEntry(Cause.STOPPED, 650_000L).containsEntry(Cause.RUN_QUEUE, 150_000L);
    }

    @Test
    void shouldGiveAStopByASignalNoMoreThanTheThreadWasNotOnItsCore() {
        stack(1_010_000, 1_012_000, "code");
        stop(Kind.PROCESS_STOP, 1_200_000, 1_700_000);
        usage(START_NS, END_NS, 0, 1_000_000, 0);

        assertThat(reported().getOrDefault(Cause.STOPPED, 0L)).isLessThanOrEqualTo(40_000);
    }

    @Test
    void shouldNotCallItStoppedWhenTheJvmStoppedTheSamplerToo() {
        stop(Kind.PROCESS_STALL, 1_200_000, 1_700_000);
        stop(Kind.GC_PAUSE, 1_250_000, 1_600_000);

        assertThat(reported())
                .isEqualTo(Map.of(Cause.GC_PAUSE, 350_000L, Cause.USUAL_WORK, NORMAL_NS, Cause.NOT_SEEN, 649_000L));
    }

    @Test
    void shouldTellAStoppedProcessByItsStall() {
        stack(1_010_000, 1_012_000, "code");
        stop(Kind.PROCESS_STALL, 1_200_000, 1_700_000);
        usage(START_NS, END_NS, 0, 500_000, 1);

        assertThat(reported()).containsEntry(Cause.STOPPED, 500_000L);
    }

    @Test
    void shouldNotCallItStoppedWhileTheThreadRanOrWasBlocked() {
        stack(1_010_000, 1_012_000, "code");
        stop(Kind.PROCESS_STALL, 1_200_000, 1_700_000);
        usage(START_NS, END_NS, 0, 1_000_000, 0);
        assertThat(reported()).doesNotContainKeys(Cause.STOPPED, Cause.STEAL);

        runs.usage.clear();
        usage(START_NS, END_NS, 0, 500_000, 1);
        runs.evidence.add(new Evidence(Kind.PARK, 1_200_000, 1_700_000, Runs.THREAD, Place.NONE));
        assertThat(reported()).containsEntry(Cause.PARK, 500_000L).doesNotContainKeys(Cause.STOPPED, Cause.STEAL);
    }

    /** As under the agent, where statistics are read when an iteration is seen to run, which may be behind the stop. */
    @Test
    void shouldTellAStallBeforeTheStatisticsBegin() {
        stop(Kind.PROCESS_STALL, 1_200_000, 1_700_000);
        usage(1_700_000, END_NS, 0, 300_000, 0);

        assertThat(reported()).containsEntry(Cause.STOPPED, 500_000L).doesNotContainKeys(Cause.BLOCKED, Cause.STEAL);
    }

    /** They show no time off the core: what had stopped the sampler did not stop this thread any more. */
    @Test
    void shouldTellOnlyThePartOfAStallThatStatisticsDoNotContradict() {
        stop(Kind.PROCESS_STALL, 1_200_000, 1_700_000);
        usage(1_600_000, END_NS, 0, 400_000, 0);

        assertThat(reported()).containsEntry(Cause.STOPPED, 400_000L);
    }

    /** Who noticed it had slept when it began. */
    @Test
    void shouldBeginAStallAsEarlyAsTheStatisticsSayButNotByMoreThanItsLength() {
        stack(1_010_000, 1_012_000, "code");
        stop(Kind.PROCESS_STALL, 1_500_000, 1_700_000);
        usage(START_NS, END_NS, 0, 650_000, 1);
        assertThat(reported()).containsEntry(Cause.STOPPED, 350_000L).doesNotContainKey(Cause.BLOCKED);

        runs.usage.clear();
        usage(START_NS, END_NS, 0, 400_000, 1);
        assertThat(reported()).containsEntry(Cause.STOPPED, 400_000L);
        assertThat(reported().get(Cause.BLOCKED)).isBetween(150_000L, 200_000L);
    }

    private void longOutlier(long dispatchNs) {
        runs.outliers.clear();
        runs.outliers.add(new Outlier(
                new Iteration(Queues.RUN, START_NS, START_NS + dispatchNs, START_NS + 10_000_000, 0, dispatchNs),
                1,
                List.of()));
    }

    private Map<Cause, Long> parts() {
        Map<Cause, Long> parts = new EnumMap<>(Cause.class);
        budget().parts().forEach(part -> parts.put(part.cause(), part.ns()));
        return parts;
    }

    /** The pacing thread waits for nothing but the start, and a frozen group is nobody's to report. */
    @Test
    void shouldSayThatTheProcessStoodStillIfThePacingThreadWasLateAndDidNotWaitForACore() {
        longOutlier(4_000_000);
        usage(START_NS - 3_000_000, START_NS + 10_000_000, 0, 6_000_000, 2);
        assertThat(parts()).containsEntry(Cause.STOPPED, 4_000_000L).doesNotContainKeys(Cause.DISPATCH, Cause.BLOCKED);

        runs.usage.clear();
        usage(START_NS - 3_000_000, START_NS + 10_000_000, 3_900_000, 6_100_000, 2);
        assertThat(parts()).containsEntry(Cause.RUN_QUEUE, 3_900_000L).doesNotContainKeys(Cause.STOPPED);
    }

    @Test
    void shouldCallAWakeUpThatIsALittleLatePacingLateness() {
        longOutlier(900_000);
        usage(START_NS - 3_000_000, START_NS + 10_000_000, 0, 9_100_000, 2);

        assertThat(parts()).doesNotContainKeys(Cause.STOPPED);
    }

    /** The watching thread, which is in the process, slept all the while. */
    @Test
    void shouldSayThatTheProcessStoodStillIfCodeOfJavaDidNotRunNorAnswer() {
        longOutlier(0);
        stack(START_NS + 500_000, START_NS + 502_000, "code");
        stack(START_NS + 2_000_000, START_NS + 6_000_000, "code");
        stack(START_NS + 8_000_000, START_NS + 8_002_000, "code");
        usage(START_NS, START_NS + 10_000_000, 0, 6_000_000, 1);
        assertThat(parts()).containsEntry(Cause.STOPPED, 4_000_000L).doesNotContainKey(Cause.BLOCKED);

        runs.usage.clear();
        usage(START_NS, START_NS + 10_000_000, 0, 9_900_000, 1);
        assertThat(parts()).doesNotContainKey(Cause.STOPPED);
    }

    @Test
    void shouldTellAStallWithoutAnyThreadsUsage() {
        stop(Kind.PROCESS_STALL, 1_200_000, 1_700_000);

        assertThat(reported())
                .isEqualTo(Map.of(Cause.STOPPED, 500_000L, Cause.USUAL_WORK, NORMAL_NS, Cause.NOT_SEEN, 499_000L));
    }

    @Test
    void shouldTellTimeThatNoStatisticsHaveFromAStop() {
        stack(1_010_000, 1_012_000, "code");
        stack(1_200_000, 1_600_000, "code");
        usage(START_NS, END_NS, 0, 600_000, 0);

        assertThat(reported()).containsEntry(Cause.STEAL, 400_000L);
    }

    @Test
    void shouldNotCallItWorkWhenTheThreadWasNotOnACore() {
        stack(1_010_000, 1_012_000, "code");
        usage(START_NS, END_NS, 0, 400_000, 1);

        assertThat(reported()).containsEntry(Cause.BLOCKED, 600_000L).containsEntry(Cause.CODE, 390_000L);
    }

    /** A signal that comes in a wait wakes the thread up: to the profiler it runs. */
    @Test
    void shouldTellManyShortWaitsByTheStacksThatWereTakenInThem() {
        for (long atNs = 1_000_000; atNs < 2_000_000; atNs += 200_000) {
            runs.samples.add(new StackSample(
                    atNs + 1_000,
                    Runs.THREAD,
                    true,
                    List.of(
                            new StackFrame("task", FrameKind.COMPILED),
                            new StackFrame("jdk.internal.misc.Unsafe.park", FrameKind.COMPILED),
                            new StackFrame("Parker::park", FrameKind.CPP),
                            new StackFrame("___pthread_cond_timedwait", FrameKind.NATIVE))));
        }
        usage(START_NS, END_NS, 0, 400_000, 12);

        assertThat(reported()).doesNotContainKeys(Cause.BLOCKED, Cause.CODE);
        assertThat(reported().get(Cause.PARK)).isGreaterThan(900_000);
    }

    @Test
    void shouldNotHoldWhatThePacingThreadDoesAroundItAgainstTheOutlier() {
        stack(1_010_000, 1_012_000, "code");
        usage(START_NS - 500_000, END_NS + 300_000, 0, 1_000_000, 2);

        assertThat(reported()).containsEntry(Cause.CODE, 990_000L);
    }

    @Test
    void shouldTellWhatItsOwnCapturesTook() {
        captureTakes(8_000);
        stack(1_010_000, 1_012_000, "code");
        stack(1_100_000, 1_102_000, "code");
        usage(START_NS, END_NS, 0, 1_000_000, 0);

        assertThat(reported()).containsEntry(Cause.CAPTURE, 16_000L);
    }

    @Test
    void shouldTellWhatTheCapturesTookThatBroughtStacksAndNotWhatWasAskedFor() {
        captureTakes(5_000);
        stack(1_010_000, 1_040_000, "code");
        stack(1_200_000, 1_230_000, "code");
        stack(1_300_000, 1_700_000, "code");
        for (long dueNs = 1_310_000; dueNs < 1_700_000; dueNs += 10_000) {
            runs.captures.add(new Capture(Capture.Purpose.LATE, START_NS, Runs.THREAD, dueNs, dueNs));
        }
        usage(START_NS, END_NS, 400_000, 600_000, 0);

        assertThat(reported()).containsEntry(Cause.CAPTURE, 15_000L).containsEntry(Cause.RUN_QUEUE, 400_000L);
    }

    private void captureTakes(long captureNs) {
        runs.sampler = SamplerSummary.of(SamplerMode.TRIGGERED, "")
                .armDelayNs(10)
                .captureNs(captureNs)
                .build();
    }

    @Test
    void shouldGivePageFaultsTheirEstimateAndAllOfTheWorkWhenTheyAreAGoodPartOfIt() {
        // On the heap, so that they are not a file's.
        runs.evidence.add(
                new Evidence(Kind.ALLOCATION, START_NS, START_NS, Runs.THREAD, Place.of("new buffer for byte[]")));
        stack(1_000_000, 1_000_000, "touch");
        faults(100_000);
        assertThat(reported()).containsEntry(Cause.PAGE_FAULT, 100_000L).containsEntry(Cause.CODE, 899_000L);

        runs.usage.clear();
        faults(300_000);
        assertThat(reported()).isEqualTo(Map.of(Cause.PAGE_FAULT, 999_000L, Cause.USUAL_WORK, NORMAL_NS));
    }

    private void faults(long faultsNs) {
        runs.usage.add(ThreadUsage.of(START_NS, Runs.THREAD)
                .between(START_NS, END_NS)
                .cpuNs(1_000_000)
                .minorFaults(50)
                .faultsNs(faultsNs)
                .build());
    }

    @Test
    void shouldSayWhereItWas() {
        stack(1_010_000, 1_012_000, "grow");
        runs.evidence.add(
                new Evidence(Kind.MONITOR_ENTER, 1_300_000, 1_600_000, Runs.THREAD, Place.of("Lock, held by main")));
        runs.evidence.add(new Evidence(Kind.MONITOR_ENTER, 1_700_000, 1_800_000, Runs.THREAD, Place.of("Other")));

        TimeBudget budget = TimeDivision.of(
                Attribution.of(runs.run()).outliers().get(0),
                NORMAL_NS,
                Optional.empty(),
                new StackReadings(NormalCode.UNKNOWN),
                Rules.STANDARD);
        assertThat(budget.parts().stream().filter(part -> part.cause() == Cause.MONITOR))
                .singleElement()
                .satisfies(part -> assertThat(part.where())
                        .containsExactly(
                                new Where(Place.of("Lock, held by main"), 300_000, 1),
                                new Where(Place.of("Other"), 100_000, 1)));
        assertThat(budget.parts().stream().filter(part -> part.cause() == Cause.CODE))
                .singleElement()
                .satisfies(
                        part -> assertThat(part.where().get(0).place().words()).isEqualTo("grow"));
    }

    /** The JVM has a thread wait on a monitor of its own while another one runs a class's initialiser, and says so as of any wait. */
    @ParameterizedTest
    @CsvSource({
        "java.lang.Class.forName0, CLASS_LOADING, java.lang.Class.forName0 < com.acme.Task.run",
        "com.acme.Orders.place, CLASS_LOADING, com.acme.Orders.place",
        "java.lang.Object.wait0, WAIT, int[] < com.acme.Task.run"
    })
    void shouldTellAWaitForAnInitialiserFromOneThatWasAskedFor(String leaf, Cause cause, String place) {
        runs.evidence.add(new Evidence(Kind.MONITOR_WAIT, 1_200_000, 1_700_000, Runs.THREAD, Place.of("int[]")));
        runs.eventStack(1_200_000, 1_700_000, "com.acme.Task.run", leaf);
        stack(1_800_000, 1_810_000, "after");
        usage(START_NS, END_NS, 0, 500_000, 1);

        assertThat(part(cause).ns()).isEqualTo(500_000);
        assertThat(part(cause).where())
                .extracting(where -> where.place().words())
                .containsExactly(place);
        assertThat(reported()).doesNotContainKeys(Cause.STOPPED, Cause.STEAL, Cause.BLOCKED);
    }

    @Test
    void shouldSayWhoHadAClassLoadedWhereAStackWasTakenMeanwhile() {
        runs.evidence.add(
                new Evidence(Kind.CLASS_LOADING, 1_200_000, 1_300_000, Runs.THREAD, Place.of("com.acme.Early")));
        runs.evidence.add(
                new Evidence(Kind.CLASS_LOADING, 1_400_000, 1_700_000, Runs.THREAD, Place.of("com.acme.Late")));
        runs.sample(1_500_000, "com.acme.Task.run", "java.lang.Class.forName");

        assertThat(part(Cause.CLASS_LOADING).where())
                .extracting(where -> where.place().words())
                .contains("com.acme.Early", "com.acme.Late < com.acme.Task.run");
    }

    /** A stack that was due at 1.1 ms and came at 1.8 ms. */
    private void silentInFlush() {
        runs.captures.add(new Capture(Capture.Purpose.LATE, START_NS, Runs.THREAD, 1_100_000, 1_100_000));
        runs.samples.add(new StackSample(
                1_800_000,
                Runs.THREAD,
                true,
                List.of(
                        new StackFrame("task", FrameKind.COMPILED),
                        new StackFrame("java.io.FileDescriptor.sync", FrameKind.INTERPRETED),
                        new StackFrame("__GI_fsync", FrameKind.NATIVE))));
    }

    /** As of a flush: it had its core, but for the wait that it let go of it for. */
    @Test
    void shouldGiveSilenceToTheCallThatEndsIt() {
        silentInFlush();
        usage(START_NS - 400_000, END_NS + 300_000, 0, 900_000, 3);

        assertThat(reported())
                .containsEntry(Cause.FILE_IO, 700_000L + 200_000L)
                .doesNotContainKeys(Cause.BLOCKED, Cause.DEOPTIMIZATION, Cause.CODE);
        assertThat(part(Cause.FILE_IO).where())
                .extracting(where -> where.place().words())
                .containsExactly("java.io.FileDescriptor.sync < task");
    }

    @Test
    void shouldTakeSilenceInOrdinaryCodeForPageFaultsIfThereWereAnyAndItSlept() {
        stack(1_100_000, 1_800_000, "code");
        runs.usage.add(ThreadUsage.of(START_NS, Runs.THREAD)
                .between(START_NS, END_NS)
                .cpuNs(900_000)
                .minorFaults(1)
                .voluntarySwitches(1)
                .faultsNs(2_000)
                .build());

        assertThat(reported()).containsEntry(Cause.PAGE_FAULT, 702_000L);
    }

    @Test
    void shouldNotTakeSilenceForPageFaultsWithoutAny() {
        stack(1_100_000, 1_800_000, "code");
        usage(START_NS, END_NS, 0, 900_000, 1);

        assertThat(reported()).doesNotContainKey(Cause.PAGE_FAULT);
    }

    /** A silence that the wait for a core explains is that. */
    @Test
    void shouldNotGiveAWaitForACoreToTheCallThatItInterrupted() {
        silentInFlush();
        usage(START_NS, END_NS, 690_000, 310_000, 0);

        assertThat(reported()).containsEntry(Cause.RUN_QUEUE, 690_000L);
    }
}
