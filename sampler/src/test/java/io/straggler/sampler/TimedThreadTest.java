package io.straggler.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.sampler.stack.FakeTimer;
import io.straggler.sampler.stack.Timer;
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
}
