package io.straggler.sampler.served;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.sampler.stack.FakeTimer;
import io.straggler.sampler.stack.Timer;
import java.util.function.Consumer;
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
        assertThat(timer.setBySweeper(1_000, 0)).isTrue();
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

    /** The kernel would obey the thread last: a timer that is due although it is taken for stopped. */
    @Test
    void shouldNotStopWhatTheThreadIsSetting() {
        SharedTimer moved = whileTheThreadMoves(
                timer -> assertThat(timer.stopBySweeper(5_000)).isFalse());
        moved.set(5_000);
        kernels.until(10_000);
        assertThat(kernels.firedNs).containsExactly(5_000L);
        assertThat(moved.dueNs()).isEqualTo(5_000);
    }

    @Test
    void shouldNotRepeatWhatTheThreadIsSetting() {
        SharedTimer moved = whileTheThreadMoves(
                timer -> assertThat(timer.repeatBySweeper(5_000, 5_000, 500)).isFalse());
        moved.set(5_000);
        kernels.until(10_000);
        assertThat(kernels.firedNs).containsExactly(5_000L);
        assertThat(moved.intervalNs()).isZero();
    }

    @Test
    void shouldNotSetWhatTheThreadIsStopping() {
        SharedTimer moved = whileTheThreadMoves(
                timer -> assertThat(timer.setBySweeper(1_000, 0)).isFalse());
        moved.stop();
        assertThat(kernels.armed()).isFalse();
        assertThat(moved.dueNs()).isEqualTo(SharedTimer.STOPPED);
    }

    /** The thread cannot do it itself as long as one capture follows the other. */
    @Test
    void shouldEndCapturesThatKeepTheThreadFromSettingIt() {
        SharedTimer[] kept = new SharedTimer[1];
        kept[0] = new SharedTimer(
                new Timer() {
                    @Override
                    public void arm(long atNs, long intervalNs) {
                        if (kept[0].dueNs() == 5_000) {
                            kept[0].repeatBySweeper(5_000, 6_000, 500);
                        }
                    }

                    @Override
                    public void disarm() {}
                },
                kernels);
        kept[0].set(1_000);
        kept[0].repeatBySweeper(1_000, 2_000, 500);
        kept[0].set(5_000);
        kernels.until(10_000);
        assertThat(kernels.firedNs).containsExactly(5_000L);
    }

    /** The sweeper comes before the thread's call reaches the kernel. */
    private SharedTimer whileTheThreadMoves(Consumer<SharedTimer> sweeper) {
        SharedTimer[] moved = new SharedTimer[1];
        moved[0] = new SharedTimer(
                new Timer() {
                    @Override
                    public void arm(long atNs, long intervalNs) {
                        sweeper.accept(moved[0]);
                        kernels.arm(atNs, intervalNs);
                    }

                    @Override
                    public void disarm() {
                        sweeper.accept(moved[0]);
                        kernels.disarm();
                    }
                },
                kernels);
        return moved[0];
    }

    @Test
    void shouldLeaveAloneWhatTheThreadHasMovedBefore() {
        timer.set(5_000);
        assertThat(timer.stopBySweeper(1_000)).isFalse();
        timer.setBySweeper(2_000, 0);
        kernels.until(10_000);
        assertThat(kernels.firedNs).containsExactly(5_000L);
    }
}
