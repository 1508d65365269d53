package io.straggler.sampler.served;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.ThreadRole;
import io.straggler.model.WatchedThread;
import io.straggler.sampler.stack.FakeTimer;
import io.straggler.sampler.stack.TimerCosts;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** In simulated time: a microsecond is a thousand. */
class AgentThreadTest {
    private static final long PUSH_NS = 1_000;
    private static final long CAPTURE_NS = 10_000;
    private static final long ARM_DELAY_NS = 1_500_000;
    private static final long SWEEP_NS = 500_000;

    private final FakeTimer timer = new FakeTimer();
    private final SweepLock sweepLock = new SweepLock();
    private int lookouts;
    private int sweeps;
    private final ThreadCaptureSchedules schedules = new ThreadCaptureSchedules();
    private long nowNs = 10_000_000;
    private long nextSweepNs = nowNs;
    private final TriggerSettings settings =
            new TriggerSettings(new TimerCosts(CAPTURE_NS, PUSH_NS, 20_000), ARM_DELAY_NS, () -> nowNs);
    private final AgentThread thread = new AgentThread(
            settings,
            Thread.currentThread(),
            new WatchedThread("served", 1, 101, ThreadRole.SEQUENTIAL),
            timer,
            timer,
            null,
            sweepLock,
            atNs -> lookouts++);

    @BeforeEach
    void wake() {
        settings.asleep(false);
    }

    private LateIteration call(long ns) {
        thread.begin(nowNs);
        pass(ns);
        return thread.end(nowNs);
    }

    /** Lets time go by, with the sweeper awake. */
    private void pass(long ns) {
        long untilNs = nowNs + ns;
        while (nextSweepNs <= untilNs) {
            passUnswept(Math.max(0, nextSweepNs - nowNs));
            sweep();
            sweeps++;
            nextSweepNs = nowNs + thread.untilLookNs(nowNs);
        }
        passUnswept(untilNs - nowNs);
    }

    private void passUnswept(long ns) {
        nowNs += ns;
        timer.until(nowNs);
    }

    private boolean sweep() {
        return thread.sweep(nowNs, schedules);
    }

    @Test
    void shouldSweepSeveralTimesWithinTheArmDelay() {
        assertThat(settings.armDelayNs()).isEqualTo(ARM_DELAY_NS);
        assertThat(settings.sweepNs()).isEqualTo(SWEEP_NS);
        assertThat(settings.threadsMoveTimers()).isFalse();
        settings.armDelayNs(ARM_DELAY_NS - 1);
        assertThat(settings.threadsMoveTimers()).isTrue();
        settings.armDelayNs(1_000_000_000);
        assertThat(settings.sweepNs()).isEqualTo(AgentThreads.SWEEP_NS);
    }

    @Test
    void shouldCaptureEveryLateCallAndNoOther() {
        Random random = new Random(42);
        List<Long> expected = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            pass(random.nextInt(4) == 0 ? random.nextInt(5_000_000) : random.nextInt(2_000));
            boolean late = random.nextInt(50) == 0;
            long beganNs = nowNs;
            int firedBefore = timer.firedNs.size();
            LateIteration reported = call(late ? ARM_DELAY_NS + random.nextInt(3_000_000) : random.nextInt(1_400_000));
            assertThat(reported != null).as("call " + i).isEqualTo(late);
            if (late) {
                assertThat(reported.startNs()).isEqualTo(beganNs);
                assertThat(reported.dueNs()).isEqualTo(beganNs + ARM_DELAY_NS);
                assertThat(timer.firedNs.get(firedBefore)).isEqualTo(reported.dueNs());
                expected.addAll(timer.firedNs.subList(firedBefore, timer.firedNs.size()));
            }
        }
        assertThat(timer.firedNs).isEqualTo(expected);
    }

    @Test
    void shouldCaptureWhatGoesOnWithALateCallOfAnotherThread() {
        pass(1_000);
        long beganNs = nowNs;
        thread.resume(nowNs, nowNs - 3 * ARM_DELAY_NS);
        pass(ARM_DELAY_NS);
        LateIteration late = thread.end(nowNs);

        assertThat(late).isNotNull();
        assertThat(late.startNs()).isEqualTo(beganNs);
        assertThat(late.dueNs()).isBetween(beganNs, beganNs + ARM_DELAY_NS);
        assertThat(timer.firedNs).contains(late.dueNs());
    }

    @Test
    void shouldCaptureWhatGoesOnWithACallOfAnotherThreadWhenThatIsLate() {
        long beganNs = nowNs - ARM_DELAY_NS / 2;
        thread.resume(nowNs, beganNs);
        pass(2 * ARM_DELAY_NS);
        LateIteration late = thread.end(nowNs);

        assertThat(late).isNotNull();
        // Not before it is late, and when the next look has come at the latest.
        assertThat(late.dueNs()).isBetween(beganNs + ARM_DELAY_NS, beganNs + ARM_DELAY_NS * 3 / 2);

        thread.resume(nowNs, nowNs);
        pass(ARM_DELAY_NS / 2);
        assertThat(thread.end(nowNs)).isNull();
    }

    @Test
    void shouldMoveNoTimerForCallsShorterThanASweep() {
        for (int i = 0; i < 10_000; i++) {
            call(400_000);
            pass(i % 1_000);
        }
        assertThat(timer.moves).isZero();
        assertThat(timer.firedNs).isEmpty();
    }

    @Test
    void shouldSweepSeldomWhereCallsAreShort() {
        long beganNs = nowNs;
        for (int i = 0; i < 10_000; i++) {
            call(20_000);
            pass(80_000);
        }
        assertThat(sweeps).isLessThan((int) ((nowNs - beganNs) / (1.9 * SWEEP_NS)));
    }

    /** A third of the arm delay earlier: the sweeper may be late, for want of a core. */
    @Test
    void shouldSetTheTimerInTimeWhereverInTheCallTheLooksCome() {
        for (long offsetNs = 0; offsetNs <= 2 * SWEEP_NS; offsetNs += 1_000) {
            nextSweepNs = nowNs + offsetNs;
            long dueNs = nowNs + ARM_DELAY_NS;
            thread.begin(nowNs);
            pass(2 * SWEEP_NS);
            assertThat(timer.armed()).as("offset %d", offsetNs).isTrue();
            pass(SWEEP_NS + 1_000);
            assertThat(thread.end(nowNs).dueNs()).isEqualTo(dueNs);
        }
    }

    @Test
    void shouldLookOutForOthersWhenItIsTimeTo() {
        call(1_000);
        assertThat(lookouts).isEqualTo(1);
        assertThat(sweepLock.take(nowNs, SWEEP_NS)).isTrue();
        assertThat(sweepLock.take(nowNs, SWEEP_NS)).isFalse();
        sweepLock.release();
        call(SWEEP_NS - 1);
        assertThat(lookouts).isEqualTo(1);
        call(1);
        assertThat(lookouts).isEqualTo(2);
    }

    @Test
    void shouldStopTheTimerOfACallThatEndsBeforeItIsDue() {
        thread.begin(nowNs);
        pass(1_200_000);
        assertThat(timer.armed()).isTrue();
        assertThat(thread.end(nowNs)).isNull();
        assertThat(timer.armed()).isFalse();
        pass(100_000_000);
        assertThat(timer.firedNs).isEmpty();
    }

    @Test
    void shouldSetTheTimerItselfWhileTheSweeperSleeps() {
        settings.asleep(true);
        thread.begin(nowNs);
        long dueNs = nowNs + ARM_DELAY_NS;
        passUnswept(2 * ARM_DELAY_NS);
        assertThat(timer.firedNs).containsExactly(dueNs);
        assertThat(thread.end(nowNs).dueNs()).isEqualTo(dueNs);
        assertThat(timer.armed()).isFalse();
    }

    @Test
    void shouldNotBeDisturbedByASweeperThatWakesUp() {
        settings.asleep(true);
        thread.begin(nowNs);
        long dueNs = nowNs + ARM_DELAY_NS;
        settings.asleep(false);
        pass(ARM_DELAY_NS - 10_000);
        assertThat(timer.moves).isEqualTo(1);
        pass(20_000);
        assertThat(timer.firedNs).containsExactly(dueNs);
    }

    @Test
    void shouldTakeTheFirstStackOfALateCallWhateverWasTakenBeforeAndTheSecondLater() {
        settings.debtNs(3 * ARM_DELAY_NS);
        thread.begin(nowNs);
        long dueNs = nowNs + ARM_DELAY_NS;
        pass(3 * ARM_DELAY_NS);
        assertThat(timer.firedNs).containsExactly(dueNs);
        pass(2 * ARM_DELAY_NS);
        assertThat(timer.firedNs).containsExactly(dueNs, dueNs + 3 * ARM_DELAY_NS);
        assertThat(thread.end(nowNs).dueNs()).isEqualTo(dueNs);
        assertThat(timer.armed()).isFalse();
    }

    @Test
    void shouldTakeTheSecondStackOfALateCallThoughNobodyLooksAgain() {
        thread.begin(nowNs);
        long dueNs = nowNs + ARM_DELAY_NS;
        while (!timer.armed()) {
            pass(SWEEP_NS);
            sweep();
        }
        passUnswept(2 * ARM_DELAY_NS);
        assertThat(timer.firedNs).startsWith(dueNs, dueNs + settings.intervalNs());
        assertThat(thread.end(nowNs).intervalNs()).isEqualTo(settings.intervalNs());
    }

    @Test
    void shouldStillCaptureALateCallOfWhichANormalStackWasTaken() {
        assertThat(sweep()).isFalse();
        thread.wantNormalSample();
        thread.begin(nowNs);
        long dueNs = nowNs + ARM_DELAY_NS;
        pass(2 * ARM_DELAY_NS);
        assertThat(timer.firedNs.get(1)).isEqualTo(dueNs);
        LateIteration late = thread.end(nowNs);
        assertThat(late.dueNs()).isEqualTo(dueNs);
        assertThat(late.normalSampleNs()).isEqualTo(timer.firedNs.get(0));
    }

    @Test
    void shouldSetTheTimerOfANewCallWhenNobodyLooksAgainInTime() {
        thread.begin(nowNs);
        long dueNs = nowNs + ARM_DELAY_NS;
        passUnswept(1_000);
        thread.watch(nowNs);
        assertThat(timer.armed()).isFalse();
        thread.watchUnseen(nowNs);
        passUnswept(ARM_DELAY_NS);

        assertThat(timer.firedNs).containsExactly(dueNs);
        assertThat(thread.end(nowNs).dueNs()).isEqualTo(dueNs);
        thread.watchUnseen(nowNs);
        assertThat(timer.armed()).isFalse();
    }

    /** The sweeper sleeps for longer than a late call may last. */
    @Test
    void shouldCaptureALateCallOfWhichANormalStackWasTakenWhileTheSweeperSleeps() {
        settings.usualNs(50_000);
        settings.asleep(true);
        thread.wantNormalSample();
        thread.begin(nowNs);
        long dueNs = nowNs + ARM_DELAY_NS;
        passUnswept(2 * ARM_DELAY_NS);

        LateIteration late = thread.end(nowNs);
        assertThat(timer.firedNs).startsWith(late.normalSampleNs(), dueNs);
        assertThat(late.dueNs()).isEqualTo(dueNs);
    }

    @Test
    void shouldNotTakeTheTimerOfACallThatRunsForANormalStack() {
        thread.begin(nowNs);
        pass(ARM_DELAY_NS / 2);
        thread.wantNormalSample();
        pass(ARM_DELAY_NS);
        thread.wantNormalSample();
        LateIteration late = thread.end(nowNs);
        assertThat(timer.firedNs.get(0)).isEqualTo(late.dueNs());
        int firedBefore = timer.firedNs.size();

        LateIteration normal = call(60_000);
        assertThat(normal.normalSampleNs()).isEqualTo(timer.firedNs.get(firedBefore));
        assertThat(normal.dueNs()).isZero();
    }

    @Test
    void shouldMakeTheCapturesOfALongCallRarerAndStillKnowWhenTheyWereDue() {
        thread.begin(nowNs);
        for (int i = 0; i < 400; i++) {
            pass(AgentThreads.SWEEP_NS);
            sweep();
        }
        LateIteration late = thread.end(nowNs);
        List<Long> known = new ArrayList<>();
        schedules.of(late, known::add);
        assertThat(timer.firedNs).hasSizeBetween(60, 200);
        assertThat(known).isEqualTo(timer.firedNs);
    }

    @Test
    void shouldTakeFewerStacksOfEachCallWhereManyThreadsAreLate() {
        int late = 108;
        settings.late(late);
        long beganNs = nowNs;

        LateIteration reported = call(1_000_000_000);

        // The first when it always is; then all of them together a thousand a second, but for the eight that any number
        // may have.
        assertThat(timer.firedNs.get(0)).isEqualTo(beganNs + ARM_DELAY_NS);
        assertThat(timer.firedNs).hasSizeBetween(5, 12);
        assertThat(schedules.of(reported, atNs -> {})).isEqualTo(timer.firedNs.size());
    }

    @Test
    void shouldTakeOneStackOfANormalCall() {
        settings.usualNs(50_000);
        thread.wantNormalSample();
        LateIteration normal = call(60_000);
        assertThat(normal.normalSampleNs()).isEqualTo(timer.firedNs.get(0)).isLessThanOrEqualTo(normal.endNs());
        assertThat(normal.dueNs()).isZero();
        assertThat(timer.firedNs).hasSize(1);
        assertThat(call(60_000)).isNull();
    }

    @Test
    void shouldTellLateCallsOfAThreadWithoutATimer() {
        AgentThread untimed = new AgentThread(
                settings,
                Thread.currentThread(),
                new WatchedThread("virtual", 1, -1, ThreadRole.SEQUENTIAL),
                null,
                null,
                null,
                sweepLock,
                atNs -> {});
        untimed.begin(nowNs);
        pass(ARM_DELAY_NS);
        LateIteration late = untimed.end(nowNs);
        assertThat(late.dueNs()).isZero();
        assertThat(untimed.timed()).isFalse();
        assertThat(timer.moves).isZero();
    }
}
