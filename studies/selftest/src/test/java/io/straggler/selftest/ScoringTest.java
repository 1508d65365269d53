package io.straggler.selftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.selftest.fault.Fault;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ScoringTest {
    private static final long THRESHOLD_NS = 20_000;

    private final List<Truth> truths = new ArrayList<>();
    private final List<Verdict> verdicts = new ArrayList<>();
    private Map<Cause, String> places = Map.of();

    private void injected(Fault fault, long ns, Map<Cause, Long> said) {
        injected(fault, Map.of(fault, ns), said);
    }

    private void injected(Fault fault, Map<Fault, Long> parts, Map<Cause, Long> said) {
        long tag = 1000L + truths.size();
        truths.add(new Truth(tag, fault, 1, tag, tag + 1, parts));
        if (!said.isEmpty()) {
            verdicts.add(new Verdict(tag, said, places, true));
        }
    }

    private Score score() {
        return Scoring.of(
                List.of(Fault.values()),
                List.of(new Truths(1, Map.of(), Map.of(Fault.PARK, "com.acme.Task.take"), truths)),
                verdicts,
                THRESHOLD_NS);
    }

    private FaultScore of(Fault fault) {
        return score().faults().stream()
                .filter(one -> one.fault() == fault)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldWeighRecallByTime() {
        injected(Fault.GC, 900_000, Map.of(Cause.GC_PAUSE, 900_000L));
        injected(Fault.GC, 100_000, Map.of(Cause.CODE, 100_000L));

        assertThat(of(Fault.GC).recall()).hasValue(0.9);
        assertThat(of(Fault.GC).firstRank()).hasValue(0.5);
        assertThat(of(Fault.GC).injections()).isEqualTo(2);
    }

    /** Injected into one iteration, one behind the other. */
    private void together(Fault first, long firstNs, Fault second, long secondNs, Map<Cause, Long> said) {
        long tag = 1000L + truths.size();
        truths.add(new Truth(tag, first, 1, tag, tag + 1, Map.of(first, firstNs)));
        truths.add(new Truth(tag, second, 1, tag + 1, tag + 2, Map.of(second, secondNs)));
        verdicts.add(new Verdict(tag, said, places, true));
    }

    @Test
    void shouldAskForTheLargerOfTwoFirstAndForTheOtherAmongTheTwoLargest() {
        together(Fault.PARK, 900_000, Fault.FILE, 300_000, Map.of(Cause.PARK, 900_000L, Cause.FILE_IO, 300_000L));
        together(
                Fault.PARK,
                900_000,
                Fault.FILE,
                300_000,
                Map.of(Cause.FILE_IO, 900_000L, Cause.CODE, 200_000L, Cause.PARK, 100_000L));

        assertThat(score().ranked()).isEqualTo(2);
        assertThat(score().rankedRight()).isEqualTo(1);
        assertThat(score().others()).isEqualTo(2);
        assertThat(score().othersFound()).isEqualTo(2);
        // Of the second iteration's 900,000 ns of file I/O a third is right, and both truths are of it.
        assertThat(of(Fault.PARK).recall().orElseThrow()).isCloseTo(1_000.0 / 1_800, within(1e-9));
    }

    @Test
    void shouldLetEitherOfTwoThatTookAboutAsLongComeFirst() {
        together(Fault.PARK, 500_000, Fault.FILE, 450_000, Map.of(Cause.FILE_IO, 480_000L, Cause.PARK, 470_000L));
        together(Fault.SLEEP, 500_000, Fault.SOCKET, 450_000, Map.of(Cause.CODE, 900_000L, Cause.SLEEP, 50_000L));

        assertThat(score().rankedRight()).isEqualTo(1);
        assertThat(score().othersFound()).isEqualTo(1);
    }

    @Test
    void shouldAskForThePlaceWhereTheAnswerIsRightAndHasOne() {
        places = Map.of(Cause.PARK, "java.util.concurrent.SynchronousQueue.take < com.acme.Task.take");
        injected(Fault.PARK, 300_000, Map.of(Cause.PARK, 300_000L));
        places = Map.of(Cause.PARK, "java.util.concurrent.SynchronousQueue.take < com.acme.Task.lambda$take$3");
        injected(Fault.PARK, 300_000, Map.of(Cause.PARK, 300_000L));
        places = Map.of(Cause.PARK, "java.util.concurrent.SynchronousQueue.take");
        injected(Fault.PARK, 300_000, Map.of(Cause.PARK, 300_000L));
        places = Map.of();
        injected(Fault.PARK, 300_000, Map.of(Cause.PARK, 300_000L));
        // Wrong, a pause, of a kind without a method, and two of which either may be meant: none has a place that must
        // be named.
        injected(Fault.PARK, 300_000, Map.of(Cause.CODE, 300_000L));
        injected(Fault.GC, 300_000, Map.of(Cause.GC_PAUSE, 300_000L));
        injected(Fault.SLEEP, 300_000, Map.of(Cause.SLEEP, 300_000L));
        together(Fault.PARK, 500_000, Fault.FILE, 450_000, Map.of(Cause.FILE_IO, 480_000L, Cause.PARK, 470_000L));

        assertThat(score().placeable()).isEqualTo(4);
        assertThat(score().placed()).isEqualTo(2);
        assertThat(of(Fault.PARK).placed()).hasValue(0.5);
        assertThat(of(Fault.SLEEP).placed()).isEmpty();
    }

    @Test
    void shouldListTheKindsOfWhichMuchTimeWasNotFound() {
        injected(Fault.PARK, 100_000, Map.of(Cause.PARK, 95_000L, Cause.CODE, 5_000L));
        injected(Fault.SLEEP, 100_000, Map.of(Cause.SLEEP, 80_000L, Cause.CODE, 20_000L));
        injected(Fault.FILE, 100_000, Map.of(Cause.FILE_IO, 50_000L, Cause.CODE, 50_000L));

        assertThat(score().recallBelow(0.9)).extracting(FaultScore::fault).containsExactly(Fault.FILE, Fault.SLEEP);
    }

    @Test
    void shouldHaveNoOtherWhereOneThingWasDone() {
        injected(Fault.PARK, Map.of(Fault.PARK, 100_000L, Fault.DISTURBED, 200_000L), Map.of(Cause.PARK, 100_000L));

        assertThat(score().others()).isZero();
        assertThat(score().othersShare()).isEmpty();
    }

    @Test
    void shouldHoldWrongTimeAgainstTheCauseThatItWasGivenTo() {
        injected(Fault.GC, 300_000, Map.of(Cause.GC_PAUSE, 300_000L));
        injected(Fault.PARK, 100_000, Map.of(Cause.GC_PAUSE, 100_000L));

        assertThat(of(Fault.GC).precision()).hasValue(0.75);
        assertThat(of(Fault.GC).recall()).hasValue(1);
        assertThat(of(Fault.PARK).precision()).isEmpty();
        assertThat(of(Fault.PARK).recall()).hasValue(0);
    }

    @Test
    void shouldCountMoreTimeThanWasInjectedAsWrong() {
        injected(Fault.PARK, 100_000, Map.of(Cause.PARK, 400_000L));

        assertThat(of(Fault.PARK).precision()).hasValue(0.25);
        assertThat(of(Fault.PARK).recall()).hasValue(1);
    }

    @Test
    void shouldCountAnInjectionThatWasNoOutlierAsMissed() {
        injected(Fault.SLEEP, 100_000, Map.of());
        injected(Fault.SLEEP, 300_000, Map.of(Cause.SLEEP, 300_000L));

        assertThat(of(Fault.SLEEP).recall()).hasValue(0.75);
        assertThat(of(Fault.SLEEP).firstRank()).hasValue(0.5);
        assertThat(of(Fault.SLEEP).answers()).containsEntry(Scoring.NO_OUTLIER, 0.25);
        assertThat(score().missed()).isEqualTo(1);
        assertThat(score().withStack()).isEqualTo(1);
    }

    @Test
    void shouldCountAbstentionsAsMissed() {
        injected(Fault.SLEEP, 100_000, Map.of(Cause.UNEXPLAINED, 50_000L, Cause.NOT_SEEN, 50_000L));

        assertThat(of(Fault.SLEEP).recall()).hasValue(0);
        assertThat(score().missed()).isEqualTo(1);
    }

    @Test
    void shouldTellBeingWrongFromSayingNothing() {
        injected(Fault.SLEEP, 100_000, Map.of(Cause.SLEEP, 100_000L));
        injected(Fault.SLEEP, 100_000, Map.of(Cause.PARK, 100_000L));
        injected(Fault.SLEEP, 100_000, Map.of(Cause.BLOCKED, 100_000L));
        injected(Fault.SLEEP, 100_000, Map.of(Cause.DISPATCH, 100_000L));
        injected(Fault.SLEEP, 100_000, Map.of());

        assertThat(score().ranked()).isEqualTo(5);
        assertThat(score().rankedRight()).isEqualTo(1);
        assertThat(score().rankedSilent()).isEqualTo(3);
        assertThat(score().wrongShare()).hasValue(0.2);
        assertThat(score().silentShare()).hasValue(0.6);
    }

    @Test
    void shouldLetAttendantCausesAnswerForTimeButNotForTheWhole() {
        injected(Fault.GC, 100_000, Map.of(Cause.VM_OPERATION, 60_000L, Cause.GC_PAUSE, 40_000L));

        assertThat(of(Fault.GC).recall()).hasValue(1);
        assertThat(of(Fault.GC).firstRank()).hasValue(0);
    }

    @Test
    void shouldNotTakeTheCapturesOfWhatIsLateForTheAnswer() {
        injected(Fault.FIRST_TOUCH, 100_000, Map.of(Cause.CAPTURE, 60_000L, Cause.PAGE_FAULT, 40_000L));

        assertThat(of(Fault.FIRST_TOUCH).recall()).hasValue(1);
        assertThat(of(Fault.FIRST_TOUCH).firstRank()).hasValue(1);
    }

    @Test
    void shouldLetACaptureAnswerForWhatTheThreadMissedOfItsClock() {
        injected(
                Fault.SLOW_CODE,
                Map.of(Fault.SLOW_CODE, 300_000L, Fault.DISTURBED, 80_000L),
                Map.of(Cause.CODE, 300_000L, Cause.CAPTURE, 80_000L));

        assertThat(of(Fault.SLOW_CODE).precision()).hasValue(1);
        assertThat(of(Fault.SLOW_CODE).recall()).hasValue(1);
    }

    @Test
    void shouldNotHoldAnAttendantCauseAgainstTheFaultThatItIsNamedAfter() {
        injected(Fault.GC, 100_000, Map.of(Cause.VM_OPERATION, 10_000L, Cause.GC_PAUSE, 90_000L));
        injected(Fault.SAFEPOINT, 100_000, Map.of(Cause.VM_OPERATION, 100_000L));

        assertThat(of(Fault.SAFEPOINT).precision()).hasValue(1);
    }

    @Test
    void shouldExpectCodeWhereTheMeasuredThreadSpun() {
        injected(
                Fault.HOG,
                Map.of(Fault.HOG, 100_000L, Fault.SLOW_CODE, 40_000L),
                Map.of(Cause.RUN_QUEUE, 100_000L, Cause.CODE, 40_000L));
        injected(Fault.SLOW_CODE, 60_000, Map.of(Cause.CODE, 60_000L));

        assertThat(of(Fault.SLOW_CODE).precision()).hasValue(1);
        assertThat(of(Fault.SLOW_CODE).injections()).isEqualTo(1);
        assertThat(of(Fault.HOG).recall()).hasValue(1);
    }

    @Test
    void shouldNotRankAnInjectionThatWasNotTheLargestPart() {
        injected(
                Fault.HOG,
                Map.of(Fault.HOG, 30_000L, Fault.SLOW_CODE, 400_000L),
                Map.of(Cause.RUN_QUEUE, 30_000L, Cause.CODE, 400_000L));

        assertThat(of(Fault.HOG).ranked()).isZero();
        assertThat(of(Fault.HOG).firstRank()).isEmpty();
        assertThat(of(Fault.HOG).recall()).hasValue(1);
    }

    @Test
    void shouldNotCountWhatStayedBelowTheThreshold() {
        injected(Fault.MONITOR, THRESHOLD_NS - 1, Map.of());

        assertThat(of(Fault.MONITOR).injections()).isZero();
        assertThat(of(Fault.MONITOR).recall()).isEmpty();
        assertThat(of(Fault.MONITOR).note()).isEqualTo("none took 20 µs or longer");
        assertThat(of(Fault.PARK).note()).isEqualTo("none took place");
        injected(Fault.MONITOR, THRESHOLD_NS, Map.of(Cause.MONITOR, THRESHOLD_NS));
        assertThat(of(Fault.MONITOR).note()).isEqualTo("1 more took less than 20 µs");
    }

    @Test
    void shouldIgnoreTheQueueExceptForBursts() {
        injected(Fault.PARK, 50_000, Map.of(Cause.PARK, 50_000L, Cause.CULPRITS, 900_000L));
        injected(Fault.BURST, 200_000, Map.of(Cause.LOAD, 150_000L, Cause.CULPRITS, 50_000L, Cause.CODE, 999_000L));

        assertThat(of(Fault.PARK).firstRank()).hasValue(1);
        assertThat(of(Fault.BURST).recall()).hasValue(0.75);
        assertThat(of(Fault.BURST).firstRank()).hasValue(1);
        assertThat(of(Fault.BURST).answers()).containsOnlyKeys(Cause.LOAD.label(), Cause.CULPRITS.label());
    }

    @Test
    void shouldCallACauseForAPlaceboAFalseAlarm() {
        injected(Fault.PLACEBO, 1, Map.of());
        injected(Fault.PLACEBO, 1, Map.of(Cause.GC_PAUSE, THRESHOLD_NS));
        injected(Fault.PLACEBO, 1, Map.of(Cause.GC_PAUSE, THRESHOLD_NS - 1));
        injected(Fault.PLACEBO, 1, Map.of(Cause.UNEXPLAINED, 10 * THRESHOLD_NS));

        assertThat(score().placebos()).isEqualTo(4);
        assertThat(score().falseAlarms()).isEqualTo(1);
        assertThat(score().falseAlarmShare()).hasValue(0.25);
    }

    @Test
    void shouldLetTheMachineDisturbAPlacebo() {
        injected(
                Fault.PLACEBO,
                Map.of(Fault.PLACEBO, 1L, Fault.DISTURBED, 500_000L),
                Map.of(Cause.DISPATCH, 300_000L, Cause.RUN_QUEUE, 190_000L));

        assertThat(score().falseAlarms()).isZero();
    }

    @Test
    void shouldTellPlacebosFromMissedInjections() {
        injected(Fault.PLACEBO, 1, Map.of());
        injected(Fault.PLACEBO, 1, Map.of());
        injected(Fault.PLACEBO, 1, Map.of());
        injected(Fault.GC, 100_000, Map.of(Cause.UNEXPLAINED, 100_000L));
        injected(Fault.GC, 100_000, Map.of(Cause.GC_PAUSE, 100_000L));

        assertThat(score().placeboPrecision()).hasValue(0.75);
    }

    @Test
    void shouldSayWhyAFaultHasNoFigures() {
        Score score = Scoring.of(
                List.of(Fault.HOG),
                List.of(new Truths(
                        1, Map.of(Fault.HOG, "needs threads that can be bound to a core"), Map.of(), List.of())),
                verdicts,
                1);

        assertThat(score.faults().get(0).note()).isEqualTo("needs threads that can be bound to a core");
        assertThat(score.faults().get(0).precision()).isEmpty();
    }

    @Test
    void shouldLeaveOutOfTheAnswersWhatIsRightForSomethingElse() {
        Map<Fault, Long> parts = Map.of(Fault.HOG, 400_000L, Fault.SLOW_CODE, 600_000L);
        injected(Fault.HOG, parts, Map.of(Cause.RUN_QUEUE, 400_000L, Cause.CODE, 600_000L));
        assertThat(of(Fault.HOG).answers()).isEqualTo(Map.of(Cause.RUN_QUEUE.label(), 1.0));

        injected(Fault.HOG, parts, Map.of(Cause.RUN_QUEUE, 200_000L, Cause.CODE, 800_000L));
        assertThat(of(Fault.HOG).answers()).isEqualTo(Map.of(Cause.RUN_QUEUE.label(), 0.75, Cause.CODE.label(), 0.25));
    }

    @Test
    void shouldTakeACompilerThatTookTheCoreForTheMachine() {
        injected(
                Fault.CLASS_LOADING,
                Map.of(Fault.CLASS_LOADING, 300_000L, Fault.DISTURBED, 100_000L),
                Map.of(Cause.CLASS_LOADING, 300_000L, Cause.COMPILATION, 100_000L));

        assertThat(of(Fault.CLASS_LOADING).answers()).isEqualTo(Map.of(Cause.CLASS_LOADING.label(), 1.0));
        assertThat(of(Fault.CLASS_LOADING).recall()).hasValue(1);
    }

    /** A diagnosis that takes one cause for another with known probability has a score that is known as well. */
    @Test
    void shouldFindTheConfusionThatWasPutIn() {
        SplittableRandom random = new SplittableRandom(7);
        Map<Fault, Cause> right = new EnumMap<>(Map.of(
                Fault.PARK,
                Cause.PARK,
                Fault.SLEEP,
                Cause.SLEEP,
                Fault.MONITOR,
                Cause.MONITOR,
                Fault.FILE,
                Cause.FILE_IO));
        List<Fault> faults = List.copyOf(right.keySet());
        double[][] confusion = {{0.90, 0.10, 0, 0}, {0, 0.70, 0.20, 0.10}, {0.05, 0, 0.95, 0}, {0.25, 0.25, 0.25, 0.25}
        };
        for (int i = 0; i < 40_000; i++) {
            int fault = i % faults.size();
            long ns = (long) (THRESHOLD_NS * Math.pow(500, random.nextDouble()));
            double point = random.nextDouble();
            int answer = 0;
            while (point >= confusion[fault][answer]) {
                point -= confusion[fault][answer++];
            }
            injected(faults.get(fault), ns, Map.of(right.get(faults.get(answer)), ns));
        }

        for (int fault = 0; fault < faults.size(); fault++) {
            int column = fault;
            double given =
                    Arrays.stream(confusion).mapToDouble(row -> row[column]).sum();
            FaultScore found = of(faults.get(fault));
            assertThat(found.recall().orElseThrow()).isCloseTo(confusion[fault][fault], within(0.02));
            assertThat(found.firstRank().orElseThrow()).isCloseTo(confusion[fault][fault], within(0.02));
            assertThat(found.precision().orElseThrow()).isCloseTo(confusion[fault][fault] / given, within(0.02));
            for (int answer = 0; answer < faults.size(); answer++) {
                assertThat(found.answers()
                                .getOrDefault(right.get(faults.get(answer)).label(), 0.0))
                        .isCloseTo(confusion[fault][answer], within(0.02));
            }
        }
    }
}
