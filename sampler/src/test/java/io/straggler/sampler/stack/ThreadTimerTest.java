package io.straggler.sampler.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.sampler.linux.NativeSleep;
import io.straggler.sampler.linux.NativeThread;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Timers of the kernel, each of whose signals brings a stack. */
@Timeout(120)
class ThreadTimerTest {
    @TempDir
    private Path folder;

    private AsyncProfilerStacks stacks() {
        return AsyncProfilerStacks.onRequest(folder.resolve("stacks.jfr"));
    }

    private static void awaitTaken(AsyncProfilerStacks stacks, long count) {
        while (stacks.taken() < count) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldBeDueAtAnInstantAndThenPeriodically() {
        try (AsyncProfilerStacks stacks = stacks();
                ThreadTimer timer = ThreadTimer.create(NativeThread.currentId(), stacks.signal())) {
            long before = stacks.taken();
            long dueNs = System.nanoTime() + 5_000_000;
            timer.arm(dueNs, 2_000_000);
            long taken = stacks.taken();
            while (System.nanoTime() - dueNs < 0) {
                // Read before the clock: so it was not due yet.
                assertThat(taken).isEqualTo(before);
                taken = stacks.taken();
            }
            awaitTaken(stacks, before + 3);
            assertThat(System.nanoTime()).isGreaterThanOrEqualTo(dueNs + 2 * 2_000_000);
            timer.disarm();
            taken = stacks.taken();
            NativeSleep.sleep(10_000_000);
            assertThat(stacks.taken()).isEqualTo(taken);
        }
    }

    @Test
    void shouldBeDueOnlyWhereItWasMovedLast() {
        try (AsyncProfilerStacks stacks = stacks();
                ThreadTimer timer = ThreadTimer.create(NativeThread.currentId(), stacks.signal())) {
            Timer view = timer.forAnotherThread();
            // Whichever of the two has its turn, no move but the last may count.
            for (int moves = 1; moves <= 2; moves++) {
                long before;
                long soonNs;
                do {
                    before = stacks.taken();
                    soonNs = System.nanoTime() + 500_000_000;
                    for (int i = 0; i < moves; i++) {
                        timer.arm(soonNs, 1_000_000);
                        view.arm(soonNs, 1_000_000);
                    }
                    timer.arm(soonNs + 100_000_000_000L, 0);
                } while (System.nanoTime() - soonNs >= 0);
                NativeSleep.sleep(soonNs + 10_000_000 - System.nanoTime());
                assertThat(stacks.taken()).isEqualTo(before);

                view.arm(System.nanoTime(), 0);
                awaitTaken(stacks, before + 1);
            }
        }
    }

    @Test
    void shouldInterruptAThreadThatIsBlocked() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        FutureTask<Long> id = new FutureTask<>(NativeThread::currentId);
        Thread blocked = new Thread(() -> {
            id.run();
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        blocked.start();
        try (AsyncProfilerStacks stacks = stacks();
                ThreadTimer timer = ThreadTimer.create(id.get(), stacks.signal())) {
            long before = stacks.taken();
            timer.forAnotherThread().arm(System.nanoTime(), 0);
            awaitTaken(stacks, before + 1);
        } finally {
            end.countDown();
            blocked.join();
        }
    }

    @Test
    void shouldNotMindAThreadThatEndsWithItsTimerSet() throws Exception {
        try (AsyncProfilerStacks stacks = stacks()) {
            FutureTask<Long> id = new FutureTask<>(NativeThread::currentId);
            FutureTask<ThreadTimer> made = new FutureTask<>(() -> ThreadTimer.create(id.get(), stacks.signal()));
            Thread thread = new Thread(() -> {
                id.run();
                made.run();
            });
            thread.start();
            try (ThreadTimer timer = made.get()) {
                thread.join();
                while (Files.exists(Path.of("/proc/self/task/" + id.get()))) {
                    Thread.onSpinWait();
                }
                long before = stacks.taken();
                timer.arm(System.nanoTime(), 100_000);
                NativeSleep.sleep(5_000_000);
                assertThat(stacks.taken()).isEqualTo(before);
            }
        }
    }

    @Test
    void shouldSayThatTheKernelRefuses() {
        assertThatThrownBy(() -> ThreadTimer.create(1L << 30, Signals.USUAL))
                .isInstanceOf(SamplerException.class)
                .hasMessageMatching("the kernel gives no timer to a thread \\(error [0-9]+ of timer_create\\)");
    }

    @Test
    void shouldMeasureWhatACaptureAndAMoveTake() {
        try (AsyncProfilerStacks stacks = stacks();
                ThreadTimer timer = ThreadTimer.create(NativeThread.currentId(), stacks.signal())) {
            long before = stacks.taken();
            TimerCosts costs = TimerCosts.measure(stacks, timer);

            // A move of a timer may take so long that it is due meanwhile.
            assertThat(stacks.taken() - before).isGreaterThanOrEqualTo(41);
            assertThat(costs.captureNs()).isBetween(1_000L, 10_000_000L);
            assertThat(costs.pushNs()).isBetween(100L, 1_000_000L);
            assertThat(costs.leastArmDelayNs()).isGreaterThanOrEqualTo(3 * costs.pushNs());
        }
    }

    /** As under a debugger: the timer is due before the call that sets it is back. */
    @Test
    void shouldMeasureWhatACaptureTakesWhereSystemCallsAreSlow() {
        try (AsyncProfilerStacks stacks = stacks();
                ThreadTimer timer = ThreadTimer.create(NativeThread.currentId(), stacks.signal())) {
            TimerCosts costs = TimerCosts.measure(stacks, slowly(timer, 200_000));

            assertThat(costs.pushNs()).isGreaterThanOrEqualTo(200_000);
            assertThat(costs.captureNs()).isBetween(1_000L, 10_000_000L);
        }
    }

    private static Timer slowly(Timer timer, long ns) {
        return before(timer, intervalNs -> {
            long untilNs = System.nanoTime() + ns;
            while (System.nanoTime() - untilNs < 0) {
                Thread.onSpinWait();
            }
        });
    }

    /** @param act what comes before the timer is set, given the interval */
    private static Timer before(Timer timer, LongConsumer act) {
        return new Timer() {
            @Override
            public void arm(long atNs, long intervalNs) {
                act.accept(intervalNs);
                timer.arm(atNs, intervalNs);
            }

            @Override
            public void disarm() {
                timer.disarm();
            }
        };
    }

    /** @param act what comes before the timer is set for a capture, given its number from 1 on */
    private static Timer beforeCaptures(Timer timer, AtomicInteger captures, IntConsumer act) {
        return before(timer, intervalNs -> {
            // Moves alone have no interval.
            if (intervalNs > 0) {
                act.accept(captures.incrementAndGet());
            }
        });
    }

    /** As where the thread often loses its core before the timer is set: the capture is over before the clock is looked at. */
    @Test
    void shouldNotMeasureACaptureThatItMissed() {
        try (AsyncProfilerStacks stacks = stacks();
                ThreadTimer timer = ThreadTimer.create(NativeThread.currentId(), stacks.signal())) {
            Timer late = beforeCaptures(timer, new AtomicInteger(), capture -> {
                if (capture % 3 == 0) {
                    NativeSleep.sleep(2_000_000);
                }
            });

            assertThat(TimerCosts.measure(stacks, late).captureNs()).isBetween(1_000L, 10_000_000L);
        }
    }

    @Test
    void shouldNotBlameTheTimerWhenItsThreadHadNoCore() {
        try (AsyncProfilerStacks stacks = stacks();
                ThreadTimer timer = ThreadTimer.create(NativeThread.currentId(), stacks.signal())) {
            AtomicInteger captures = new AtomicInteger();
            Timer stalling = beforeCaptures(timer, captures, capture -> {
                if (capture == 20) {
                    NativeSleep.sleep(300_000_000);
                }
            });

            assertThat(TimerCosts.measure(stacks, stalling).captureNs()).isBetween(1_000L, 10_000_000L);
            assertThat(captures).hasValueGreaterThan(20);
        }
    }

    @Test
    void shouldSayThatATimerBringsNoStack() {
        try (AsyncProfilerStacks stacks = stacks()) {
            assertThatThrownBy(() -> TimerCosts.measure(stacks, new FakeTimer()))
                    .isInstanceOf(SamplerException.class)
                    .hasMessage("a timer that was due brought no stack");
        }
    }
}
