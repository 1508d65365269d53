package io.straggler.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.harness.schedule.Schedule;
import io.straggler.model.BusyPeriod;
import io.straggler.model.RunListener;
import io.straggler.model.RunStatus;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Iterations that take too long, and runs that are told to end. */
@Timeout(120)
class StuckRunTest extends ShortPacedRun {
    /** Iteration 3 takes twice the timeout, and much longer than a run by duration may last. */
    @Test
    void shouldWaitForWhateverTakesLongWhenTheWatchdogIsOff() {
        long stopNs = Duration.ofMillis(1_500).toNanos();
        HarnessResult result = execute(
                new Scripted() {
                    @Override
                    void step(String name) {
                        long untilNs = System.nanoTime() + stopNs;
                        while (name.equals("run") && iterations.get() == 3 && untilNs - System.nanoTime() > 0) {
                            Thread.onSpinWait();
                        }
                    }
                },
                options(1)
                        .duration(Duration.ofMillis(20))
                        .watchdog(Watchdog.OFF)
                        .timeout(Duration.ofNanos(stopNs / 2)));

        assertThat(result.status()).as(result.reason()).isEqualTo(RunStatus.OK);
        assertThat(result.runs().get(0).iterations()).isEqualTo(200);
        assertThat(result.merged("latency").getMaxValue()).isGreaterThanOrEqualTo(stopNs);
    }

    @Test
    void shouldFailWithTheStacksWhenAnIterationDoesNotEndUntilItIsInterrupted() {
        CountDownLatch never = new CountDownLatch(1);
        HarnessResult result = execute(
                new Scripted() {
                    @Override
                    void step(String name) throws InterruptedException {
                        if (name.equals("run") && iterations.get() == 3) {
                            never.await();
                        }
                    }
                },
                options(50).timeout(Duration.ofSeconds(2)));

        assertThat(result.status()).isEqualTo(RunStatus.FAILED);
        assertThat(result.reason())
                .startsWith("iteration 3 was not complete after ")
                .endsWith(" (see --timeout)");
        assertThat(result.runs().get(0).iterations()).isEqualTo(2);
        assertThat(result.stuckThreads())
                .singleElement()
                .asString()
                .startsWith("straggler-pacer (WAITING)")
                .contains("StuckRunTest")
                .contains("CountDownLatch.await");
        assertThat(calls).endsWith("tearDown");
    }

    @Test
    void shouldGiveUpAnIterationThatIgnoresInterrupts() {
        CountDownLatch released = new CountDownLatch(1);
        try {
            HarnessResult result = execute(
                    new Scripted() {
                        @Override
                        void step(String name) {
                            if (name.equals("run") && iterations.get() == 3) {
                                awaitStubbornly(released);
                            }
                        }
                    },
                    options(50).timeout(Duration.ofSeconds(2)));

            assertThat(result.status()).isEqualTo(RunStatus.FAILED);
            assertThat(result.reason()).startsWith("iteration 3 was not complete after ");
            assertThat(result.runs())
                    .singleElement()
                    .satisfies(run -> assertThat(run.iterations()).isEqualTo(2));
            assertThat(result.merged("latency").getTotalCount()).isEqualTo(3);
            assertThat(result.merged("latency").getMaxValue()).isGreaterThan(2_000_000_000L);
            assertThat(result.stuckThreads()).singleElement().asString().contains("awaitStubbornly");
            assertThat(calls).doesNotContain("tearDown");
        } finally {
            released.countDown();
        }
    }

    @Test
    void shouldGiveUpAPollThatIgnoresInterrupts() {
        CountDownLatch released = new CountDownLatch(1);
        try {
            HarnessResult result = execute(
                    new Asynchronous() {
                        @Override
                        public void run(long intendedNs) {
                            if (iterations.incrementAndGet() != 3) {
                                harness.complete(intendedNs);
                            }
                        }

                        @Override
                        public void poll() {
                            awaitStubbornly(released);
                        }
                    },
                    options(50).timeout(Duration.ofSeconds(2)));

            assertThat(result.status()).isEqualTo(RunStatus.FAILED);
            assertThat(result.reason()).startsWith("an iteration was not complete after ");
            assertThat(result.runs()).singleElement().satisfies(run -> {
                assertThat(run.iterations()).isBetween(2L, 49L);
                assertThat(run.uncompleted()).isPositive();
            });
            assertThat(result.stuckThreads()).singleElement().asString().contains("awaitStubbornly");
        } finally {
            released.countDown();
        }
    }

    /** Two failures at once: the listener breaks while the stuck iteration is given up. */
    @Test
    void shouldEndAlsoWhenTheListenerThrowsWhileAnIterationIsGivenUp() {
        CountDownLatch released = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        AtomicBoolean thrown = new AtomicBoolean();
        RunListener broken = new RunListener() {
            @Override
            public void busyPeriod(BusyPeriod period) {
                if (interrupted.get()) {
                    thrown.set(true);
                    throw new IllegalStateException("disk full");
                }
            }
        };
        try {
            HarnessResult result = new PacedRun(
                            intendedNs -> {
                                if (iterations.incrementAndGet() == 3) {
                                    awaitStubbornly(released, () -> interrupted.set(true));
                                }
                            },
                            options(50)
                                    .threshold("1ns")
                                    .timeout(Duration.ofSeconds(2))
                                    .build(),
                            broken)
                    .execute();

            assertThat(result.status()).isEqualTo(RunStatus.FAILED);
            assertThat(result.reason()).startsWith("iteration 3 was not complete after ");
            assertThat(thrown).isTrue();
        } finally {
            released.countDown();
        }
    }

    private static void awaitStubbornly(CountDownLatch released) {
        awaitStubbornly(released, () -> {});
    }

    private static void awaitStubbornly(CountDownLatch released, Runnable interrupted) {
        while (released.getCount() > 0) {
            try {
                released.await();
            } catch (InterruptedException e) {
                interrupted.run();
            }
        }
    }

    @Test
    void shouldKeepWhatWasMeasuredWhenItIsStopped() throws Exception {
        CountDownLatch tenth = new CountDownLatch(10);
        PacedRun run = new PacedRun(
                intendedNs -> tenth.countDown(), options(Long.MAX_VALUE).build(), listener);
        Thread stopper = new Thread(() -> {
            try {
                tenth.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            run.stop("interrupted by the user");
        });
        stopper.start();
        HarnessResult result = run.execute();
        stopper.join();

        assertThat(result.status()).isEqualTo(RunStatus.FAILED);
        assertThat(result.reason()).isEqualTo("interrupted by the user");
        assertThat(result.runs().get(0).iterations()).isGreaterThanOrEqualTo(10);
        assertThat(result.merged("latency").getTotalCount())
                .isEqualTo(result.runs().get(0).iterations());
    }

    @Test
    void shouldStopDuringALongWaitForTheNextIteration() throws Exception {
        CountDownLatch first = new CountDownLatch(1);
        PacedRun run = new PacedRun(
                intendedNs -> first.countDown(),
                options(100).schedule(Schedule.uniform(0.001)).build(),
                listener);
        Thread stopper = new Thread(() -> {
            try {
                first.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            run.stop("enough");
        });
        stopper.start();
        HarnessResult result = run.execute();
        stopper.join();

        assertThat(result.reason()).isEqualTo("enough");
        assertThat(result.runs().get(0).iterations()).isEqualTo(1);
    }

    @Test
    void shouldRunNothingWhenItIsStoppedBefore() {
        PacedRun run = new PacedRun(new Scripted(), options(100).build(), listener);
        run.stop("never mind");
        HarnessResult result = run.execute();

        assertThat(result.status()).isEqualTo(RunStatus.FAILED);
        assertThat(result.reason()).isEqualTo("never mind");
        assertThat(iterations).hasValue(0);
    }
}
