package io.straggler.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.sampler.stack.FakeTimer;
import io.straggler.sampler.stack.Timer;
import io.straggler.sampler.usage.FakeWaits;
import io.straggler.sampler.usage.WaitTimes;
import org.junit.jupiter.api.Test;

class TimedThreadTest {
    /** Captures that take longer than they are apart keep the thread in the call that moves its timer. */
    @Test
    void shouldMakeCapturesRarerWhileTheTimerIsBeingMoved() {
        FakeTimer samplersTimer = new FakeTimer();
        TimedThread[] timed = new TimedThread[1];
        boolean[] lengthened = new boolean[1];
        Timer trap = new Timer() {
            @Override
            public void arm(long atNs, long intervalNs) {
                lengthened[0] = timed[0].due(200) && timed[0].lengthen(timed[0].dueNs(), 200);
            }

            @Override
            public void disarm() {}
        };
        timed[0] = new TimedThread(1, trap, samplersTimer, samplersTimer, null);

        timed[0].arm(100, 10);

        assertThat(lengthened[0]).isTrue();
        samplersTimer.until(260);
        assertThat(samplersTimer.firedNs).containsExactly(220L, 240L, 260L);
    }

    private static TimedThread waiting(long sinceNs, long backNs) {
        FakeTimer timer = new FakeTimer();
        return new TimedThread(1, timer, timer, timer, null, new FakeWaits(sinceNs, backNs));
    }

    @Test
    void shouldKnowThatACaptureOfAWaitShowsNothingNew() {
        long beganNs = 1_000_000;
        long nowNs = 2_000_000;
        assertThat(waiting(WaitTimes.NOT_WAITING, WaitTimes.NOT_WAITING).showsNothingNew(beganNs, nowNs))
                .as("it works")
                .isFalse();
        assertThat(waiting(900_000, WaitTimes.NOT_WAITING).showsNothingNew(beganNs, nowNs))
                .as("since before what is watched began")
                .isTrue();
        assertThat(waiting(1_100_000, 1_050_000).showsNothingNew(beganNs, nowNs))
                .as("it was not captured yet")
                .isFalse();
    }

    @Test
    void shouldKnowWhichWaitItsLastCaptureHasShown() {
        long beganNs = 1_000_000;
        long nowNs = 1_750_000;
        TimedThread woken = waiting(1_540_000, 1_510_000);
        woken.arm(1_500_000, 500_000);
        TimedThread ran = waiting(1_540_000, WaitTimes.NOT_WAITING);
        ran.arm(1_500_000, 500_000);
        TimedThread later = waiting(1_700_000, 1_510_000);
        later.arm(1_500_000, 500_000);

        assertThat(woken.showsNothingNew(beganNs, nowNs)).isTrue();
        assertThat(ran.showsNothingNew(beganNs, nowNs))
                .as("it was not waiting when it was captured")
                .isFalse();
        assertThat(later.showsNothingNew(beganNs, nowNs))
                .as("it did something in between")
                .isFalse();
    }
}
