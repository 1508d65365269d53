package io.straggler.sampler.served;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.sampler.stack.FakeTimer;
import io.straggler.sampler.stack.Timer;
import org.junit.jupiter.api.Test;

/** What happens at the worst moment: the thread moves its timer while the sweeper stops it. */
class SharedTimerTest {
    private final FakeTimer kernels = new FakeTimer();
    private Runnable meanwhile = () -> {};

    /** The thread comes in between, and the kernel obeys the sweeper last. */
    private final SharedTimer timer = new SharedTimer(kernels, new Timer() {
        @Override
        public void arm(long atNs, long intervalNs) {
            comeInBetween();
            kernels.arm(atNs, intervalNs);
        }

        @Override
        public void disarm() {
            comeInBetween();
            kernels.disarm();
        }

        private void comeInBetween() {
            Runnable once = meanwhile;
            meanwhile = () -> {};
            once.run();
        }
    });

    @Test
    void shouldSetAgainWhatTheThreadHasSetMeanwhile() {
        timer.set(1_000);
        meanwhile = () -> timer.set(5_000);
        assertThat(timer.stopBySweeper(1_000)).isTrue();
        kernels.until(10_000);
        assertThat(kernels.firedNs).containsExactly(5_000L);
        assertThat(timer.dueNs()).isEqualTo(5_000);
    }

    @Test
    void shouldLeaveStoppedWhatTheThreadHasStoppedMeanwhile() {
        timer.set(1_000);
        meanwhile = () -> {
            timer.set(5_000);
            timer.stop();
        };
        assertThat(timer.stopBySweeper(1_000)).isTrue();
        assertThat(kernels.armed()).isFalse();
    }

    @Test
    void shouldNotLeaveSetWhatTheThreadHasStoppedMeanwhile() {
        meanwhile = timer::stop;
        assertThat(timer.setBySweeper(1_000)).isTrue();
        assertThat(kernels.armed()).isFalse();
        assertThat(timer.dueNs()).isEqualTo(SharedTimer.STOPPED);
    }

    /** Nobody would ever stop it: it would take stacks of a thread that does nothing, until there is no budget for others. */
    @Test
    void shouldNotLeaveRepeatingWhatTheThreadHasStoppedMeanwhile() {
        timer.set(1_000);
        meanwhile = timer::stop;
        timer.repeatBySweeper(1_000, 2_000, 500);
        assertThat(kernels.armed()).isFalse();
    }

    @Test
    void shouldNotRepeatWhatTheThreadHasSetMeanwhile() {
        timer.set(1_000);
        meanwhile = () -> timer.set(5_000);
        timer.repeatBySweeper(1_000, 2_000, 500);
        kernels.until(10_000);
        assertThat(kernels.firedNs).containsExactly(5_000L);
    }

    @Test
    void shouldNotRepeatWhatTheThreadHasStoppedBefore() {
        timer.set(1_000);
        timer.stop();
        assertThat(timer.repeatBySweeper(1_000, 2_000, 500)).isFalse();
        assertThat(kernels.armed()).isFalse();
    }

    @Test
    void shouldLeaveAloneWhatTheThreadHasMovedBefore() {
        timer.set(5_000);
        assertThat(timer.stopBySweeper(1_000)).isFalse();
        timer.setBySweeper(2_000);
        kernels.until(10_000);
        assertThat(kernels.firedNs).containsExactly(5_000L);
    }
}
