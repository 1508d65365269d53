package io.straggler.sampler.served;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.ThreadRole;
import io.straggler.model.WatchedThread;
import io.straggler.sampler.stack.FakeTimer;
import io.straggler.sampler.stack.TimerCosts;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Threads that move their timers themselves, in simulated time: a microsecond is a thousand. */
class SelfArmingTest {
    private static final long PUSH_NS = 1_000;
    private static final long CAPTURE_NS = 10_000;
    private static final long ARM_DELAY_NS = 1_000_000;

    /** As long as a margin may be. */
    private static final long MARGIN_NS = 100 * PUSH_NS;

    private final FakeTimer timer = new FakeTimer();
    private final ThreadCaptureSchedules schedules = new ThreadCaptureSchedules();
    private long nowNs = 10_000_000;
    private final TriggerSettings settings =
            new TriggerSettings(new TimerCosts(CAPTURE_NS, PUSH_NS, 20_000), ARM_DELAY_NS, () -> nowNs);
    private final AgentThread thread = new AgentThread(
            settings,
            Thread.currentThread(),
            new WatchedThread("served", 1, 101, ThreadRole.SEQUENTIAL),
            timer,
            timer,
            null,
            new SweepLock(),
            atNs -> {});

    private LateIteration call(long ns) {
        thread.begin(nowNs);
        pass(ns);
        return thread.end(nowNs);
    }

    private void pass(long ns) {
        nowNs += ns;
        timer.until(nowNs);
    }

    private boolean sweep() {
        return thread.sweep(nowNs, schedules);
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
            LateIteration reported =
                    call(late ? ARM_DELAY_NS + MARGIN_NS + random.nextInt(3_000_000) : random.nextInt(90_000));
            assertThat(reported != null).as("call " + i).isEqualTo(late);
            if (late) {
                assertThat(reported.startNs()).isEqualTo(beganNs);
                assertThat(reported.dueNs()).isBetween(beganNs + ARM_DELAY_NS, beganNs + ARM_DELAY_NS + MARGIN_NS);
                assertThat(timer.firedNs.get(firedBefore)).isEqualTo(reported.dueNs());
                expected.addAll(timer.firedNs.subList(firedBefore, timer.firedNs.size()));
            }
        }
        // What was left running between two calls that follow each other closely may hit an idle thread, now and then.
        assertThat(timer.firedNs.size() - expected.size()).isLessThan(600);
    }

    @Test
    void shouldMoveTheTimerSeldomWhereCallsFollowEachOtherClosely() {
        for (int i = 0; i < 10_000; i++) {
            call(9_000);
            pass(1_000);
        }
        // A hundred milliseconds of calls, and a margin of a tenth of one.
        assertThat(timer.moves).isBetween(900, 1_010);
        assertThat(timer.firedNs).isEmpty();
    }

    @Test
    void shouldStopTheTimerAtOnceWhereAThreadIsIdleInBetween() {
        pass(1_000_000);
        call(100_000);
        assertThat(timer.armed()).isFalse();
        pass(100_000_000);
        assertThat(timer.firedNs).isEmpty();
    }

    @Test
    void shouldStopTheTimerOfAThreadThatWentIdleWhenItIsSwept() {
        call(1_000);
        call(1_000);
        assertThat(timer.armed()).isTrue();
        sweep();
        assertThat(timer.armed()).isFalse();
        LateIteration late = call(2 * ARM_DELAY_NS);
        assertThat(late.dueNs()).isPositive();
        assertThat(timer.firedNs).isNotEmpty();
    }

    @Test
    void shouldNotStopTheTimerOfACallThatRuns() {
        thread.begin(nowNs);
        sweep();
        pass(2 * ARM_DELAY_NS);
        assertThat(timer.firedNs).isNotEmpty();
        assertThat(thread.end(nowNs).dueNs()).isEqualTo(timer.firedNs.get(0));
    }

    @Test
    void shouldCaptureALateCallOfWhichANormalStackWasTakenThoughNobodyLooks() {
        settings.usualNs(50_000);
        thread.wantNormalSample();
        thread.begin(nowNs);
        long dueNs = nowNs + ARM_DELAY_NS;
        pass(2 * ARM_DELAY_NS);

        LateIteration late = thread.end(nowNs);
        assertThat(timer.firedNs).startsWith(late.normalSampleNs(), dueNs);
        assertThat(late.dueNs()).isEqualTo(dueNs);
        assertThat(timer.armed()).isFalse();
    }

    @Test
    void shouldNotTakeTheTimerOfACallThatRunsForANormalStack() {
        thread.begin(nowNs);
        pass(ARM_DELAY_NS / 2);
        thread.wantNormalSample();
        pass(ARM_DELAY_NS);
        thread.wantNormalSample();
        LateIteration late = thread.end(nowNs);
        assertThat(timer.firedNs).containsExactly(late.dueNs());

        LateIteration normal = call(60_000);
        assertThat(normal.normalSampleNs()).isEqualTo(timer.firedNs.get(1));
        assertThat(normal.dueNs()).isZero();
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
}
